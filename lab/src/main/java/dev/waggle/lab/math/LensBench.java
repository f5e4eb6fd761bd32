package dev.waggle.lab.math;

import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.Signal;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.analysis.RoundAnalysis;
import dev.waggle.swarm.lens.data.PosteriorKind;
import dev.waggle.swarm.lens.runner.MathBridge;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark of a round of all lenses by the posterior of the group: the current one beside the one of earlier versions
 * of the loop. Nothing else differs. Each invocation is the next round of a debate of {@value Table#ROUNDS} rounds. It
 * consists of the signals of the round, all lenses, the findings and the control signals. Each is timed by itself, so
 * that the median leaves out the pauses of a busy machine.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class LensBench {

    @Benchmark
    public RoundAnalysis byVoter(ByVoter table) {
        return table.look();
    }

    @Benchmark
    public RoundAnalysis byProposal(ByProposal table) {
        return table.look();
    }

    /** Table with the current posterior. */
    @State(Scope.Benchmark)
    public static class ByVoter extends Table {
        public ByVoter() {
            super(PosteriorKind.BY_VOTER);
        }
    }

    /** Table with the posterior of earlier versions of the loop. */
    @State(Scope.Benchmark)
    public static class ByProposal extends Table {
        public ByProposal() {
            super(PosteriorKind.BY_PROPOSAL);
        }
    }

    /** A debate just before its next round. */
    @State(Scope.Benchmark)
    public abstract static class Table {

        static final int ROUNDS = 50;

        @Param({"50", "500"})
        public int agents;

        private final PosteriorKind kind;
        private MeasuredDebate debate = new MeasuredDebate(1, true);
        private MathBridge bridge;
        private List<Signal> signals = List.of();
        private int round = ROUNDS;

        Table(PosteriorKind kind) {
            this.kind = kind;
            bridge = bridge();
        }

        @Setup(Level.Invocation)
        public void next() {
            if (round == ROUNDS) {
                debate = new MeasuredDebate(agents, true);
                bridge = bridge();
                round = 0;
            }
            round++;
            signals = debate.next();
        }

        RoundAnalysis look() {
            bridge.beginRound(round);
            signals.forEach(bridge::accept);
            return bridge.processRound();
        }

        private MathBridge bridge() {
            return new MathBridge(MathConfig.defaults(), debate.setting(ROUNDS).with(kind), BallotRule.APPROVAL);
        }
    }
}
