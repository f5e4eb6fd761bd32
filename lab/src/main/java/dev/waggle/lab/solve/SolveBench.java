package dev.waggle.lab.solve;

import java.util.concurrent.TimeUnit;

import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Benchmark of a whole solve when models take no time. One agent proposes, the rest vote, all lenses are on. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class SolveBench {

    @Benchmark
    public SwarmResult solve(Table table) {
        return VotingPanel.solve(table.swarm());
    }

    /** A swarm of that size. */
    @State(Scope.Benchmark)
    public static class Table {

        @Param({"5", "50", "500"})
        public int agents;

        private Swarm swarm = new Swarm(VotingPanel.of(1));

        @Setup(Level.Trial)
        public void open() {
            swarm = new Swarm(VotingPanel.of(agents));
        }

        @TearDown(Level.Trial)
        public void close() {
            swarm.close();
        }

        Swarm swarm() {
            return swarm;
        }
    }
}
