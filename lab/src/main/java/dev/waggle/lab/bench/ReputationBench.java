package dev.waggle.lab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import dev.waggle.swarm.reputation.AgentOutcome;
import dev.waggle.swarm.reputation.ReputationLedger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Benchmark of the weight of an agent after many outcomes, beside a list of all outcomes that is filtered.
 *
 * <p>{@code ledger} is the factor of one vote. {@code list} is the score of the same agent by a pass over every
 * outcome.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ReputationBench {

    @Benchmark
    public double ledger(History history) {
        return history.ledger.weightOf("agent 7", "type 3");
    }

    @Benchmark
    public double list(History history) {
        long successes = 0;
        long total = 0;
        for (AgentOutcome outcome : history.outcomes) {
            if (outcome.agentId().equals("agent 7") && outcome.taskType().equals("type 3")) {
                successes += outcome.correct() ? 1 : 0;
                total++;
            }
        }
        return (1.0 + successes) / (2.0 + total);
    }

    /** Outcomes of a thousand agents and 14 types. */
    @State(Scope.Benchmark)
    public static class History {

        private static final long SEED = 28;

        @Param({"1000", "1000000"})
        public int size = 1000;

        private final ReputationLedger ledger = new ReputationLedger();
        private final List<AgentOutcome> outcomes = new ArrayList<>();

        @Setup
        public void make() {
            Random random = new Random(SEED);
            for (int i = 0; i < size; i++) {
                outcomes.add(new AgentOutcome("agent " + random.nextInt(1_000), "type " + random.nextInt(14),
                        random.nextInt(10) < 7));
            }
            ledger.update(outcomes);
        }
    }
}
