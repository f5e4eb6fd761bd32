package dev.waggle.lab.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import dev.waggle.swarm.reliability.CaseBallot;
import dev.waggle.swarm.reliability.DecisionCase;
import dev.waggle.swarm.reliability.ReliabilityCodec;
import dev.waggle.swarm.reliability.ReliabilityState;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Benchmark of learned weights: one outcome of nine agents after few and after many, and loading a state.
 *
 * <p>{@code step} after 10,000 outcomes costs as much as after none, but for the terms that the first outcomes add.
 * {@code load} reads a state of 1,000 agents and 14 kinds of task.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ReliabilityBench {

    private static final int PANEL = 9;
    private static final int OPTIONS = 4;
    private static final int CASES = 512;

    @Benchmark
    public String step(Learning learning) {
        learning.next = (learning.next + 1) % CASES;
        learning.state.learn(learning.cases.get(learning.next), OptionalInt.of(0));
        return learning.state.version();
    }

    @Benchmark
    public ReliabilityState load(Written written) {
        return ReliabilityCodec.read(written.bytes);
    }

    private static DecisionCase decision(String category, List<String> agents, Random random) {
        List<CaseBallot> ballots = new ArrayList<>();
        for (String agent : agents) {
            int answer = random.nextInt(10) < 6 ? 0 : random.nextInt(OPTIONS);
            ballots.add(new CaseBallot(agent, Map.of(answer, 1.0), List.of(random.nextDouble())));
        }
        return new DecisionCase(category, agents.size(), Collections.nCopies(OPTIONS, 0.0), 0, ballots, List.of(),
                List.of());
    }

    private static List<String> agents(int number) {
        List<String> agents = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            agents.add("agent " + i);
        }
        return agents;
    }

    /** A panel of nine agents that has learned so many outcomes. */
    @State(Scope.Thread)
    public static class Learning {

        @Param({"0", "10000"})
        public int outcomes;

        private final ReliabilityState state = new ReliabilityState();
        private final List<DecisionCase> cases = new ArrayList<>();
        private int next;

        @Setup
        public void learn() {
            Random random = new Random(1);
            for (int i = 0; i < CASES; i++) {
                cases.add(decision("", agents(PANEL), random));
            }
            for (int i = 0; i < outcomes; i++) {
                state.learn(cases.get(i % CASES), OptionalInt.of(0));
            }
        }
    }

    /** The bytes of a state of a thousand agents and 14 kinds of task, from 3,000 outcomes of random panels. */
    @State(Scope.Benchmark)
    public static class Written {

        private static final int OUTCOMES = 3_000;

        private byte[] bytes = {};

        @Setup
        public void write() {
            Random random = new Random(2);
            ReliabilityState state = new ReliabilityState();
            List<String> agents = agents(1_000);
            for (int i = 0; i < OUTCOMES; i++) {
                Collections.shuffle(agents, random);
                state.learn(decision("type " + random.nextInt(14), agents.subList(0, PANEL), random),
                        OptionalInt.of(0));
            }
            bytes = ReliabilityCodec.write(state);
        }
    }
}
