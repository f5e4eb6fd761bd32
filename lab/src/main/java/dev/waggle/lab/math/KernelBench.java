package dev.waggle.lab.math;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark of each kernel's growth beside a hand-written or library alternative. Both sides of a {@link KernelPair}
 * get the same input; {@link KernelTable} prints the results.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 150, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 150, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class KernelBench {

    @Benchmark
    public Object ours(Input input) {
        return input.ours.get();
    }

    @Benchmark
    public Object other(Input input) {
        return input.other.get();
    }

    /** One pair at one size. */
    @State(Scope.Benchmark)
    public static class Input {

        @Param({
            "entropy", "mutual-information", "surprise",
            "kl-tracker", "fisher-information", "bayesian", "free-energy", "causal-inference",
            "game-theory/supports", "game-theory/programme", "shapley/exact", "shapley/voting",
            "shapley/sampling", "regret-minimization", "replicator-dynamics",
            "optimal-stopping/secretary", "optimal-stopping/cusum", "markov", "pso", "opinion-dynamics",
            "phase-transition", "lyapunov-stability",
            "chaos-detector", "damping-classifier", "topology/loops", "topology/components",
            "topology/landmarks", "svd-analyzer", "projection-consensus",
            "optimal-transport/plan", "optimal-transport/labels",
            "optimal-transport/line", "optimal-transport/mean", "influence-graph/fiedler",
            "influence-graph/pagerank", "proposal-energy", "leverage-points", "system-archetypes"
        })
        public String kernel = "entropy";

        /** 1 small, 2 medium, 3 large; the real sizes are those of the pair. */
        @Param({"1", "2", "3"})
        public int size = 1;

        private Supplier<Object> ours = () -> "not set up";
        private Supplier<Object> other = () -> "not set up";

        @Setup
        public void prepare() {
            KernelPair.Sides sides = KernelPairCatalog.named(kernel).ofSize(size);
            ours = sides.ours();
            other = sides.other();
        }
    }
}
