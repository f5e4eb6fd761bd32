package dev.waggle.lab.math;

import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.Signal;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.lens.analysis.MathAnalysis;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.analysis.RoundAnalysis;
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
 * Benchmark of all mathematics in one round. A fresh debate is brought to the round before. Measured are the signals
 * of the round, all lenses, the findings and the control signals. {@code analysis} adds the readings of all lenses:
 * the full analysis of a solve that ends there.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 12)
@Measurement(iterations = 11)
@Fork(1)
public class RoundBench {

    @Benchmark
    public RoundAnalysis round(Table table) {
        return table.look();
    }

    @Benchmark
    public MathAnalysis analysis(Table table) {
        table.look();
        return table.bridge().analysis();
    }

    /** A debate just before that round. */
    @State(Scope.Benchmark)
    public static class Table {

        @Param({"5", "100", "500"})
        public int agents;

        @Param({"1", "10", "50"})
        public int round;

        /** Workload: W1 has eight recurring proposals, in W2 every proposal is new. */
        @Param({"W1", "W2"})
        public String workload = "W1";

        private MathBridge bridge = bridge(new MeasuredDebate(1, true), 1);
        private List<Signal> signals = List.of();

        @Setup(Level.Invocation)
        public void debate() {
            MeasuredDebate debate = new MeasuredDebate(agents, workload.equals("W1"));
            bridge = bridge(debate, round);
            for (int now = 1; now < round; now++) {
                bridge.beginRound(now);
                debate.next().forEach(bridge::accept);
                bridge.processRound();
            }
            signals = debate.next();
        }

        RoundAnalysis look() {
            bridge.beginRound(round);
            signals.forEach(bridge::accept);
            RoundAnalysis analysis = bridge.processRound();
            bridge.controlSignals();
            return analysis;
        }

        MathBridge bridge() {
            return bridge;
        }

        private static MathBridge bridge(MeasuredDebate debate, int maxRounds) {
            return new MathBridge(MathConfig.defaults(), debate.setting(maxRounds), BallotRule.APPROVAL);
        }
    }
}
