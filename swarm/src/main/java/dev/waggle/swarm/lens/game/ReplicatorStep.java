package dev.waggle.swarm.lens.game;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import dev.waggle.math.game.ReplicatorDynamics;

/** One generation of the replicator dynamics under measured fitness; arrays have a place for each strategy. */
final class ReplicatorStep {

    /** Bits below which a sum is rounding. */
    private static final double NEGLIGIBLE = 1e-12;

    /** A round in which votes changed: the count of each kind in it, and its change of the posterior. */
    record RoundSample(List<Integer> counts, int total, double bits) {
        RoundSample {
            counts = List.copyOf(counts);
        }
    }

    private final double[] shares;
    private final double[] fitness;
    private final double[] next;
    private final double bits;

    private ReplicatorStep(double[] shares, double[] fitness, double[] next, double bits) {
        this.shares = shares;
        this.fitness = fitness;
        this.next = next;
        this.bits = bits;
    }

    /**
     * Step from these rounds; empty when nothing moved, or fewer than two kinds occurred.
     *
     * @param kinds the number of kinds
     */
    static Optional<ReplicatorStep> of(Iterable<RoundSample> rounds, int kinds) {
        double[] counts = new double[kinds];
        double[] earned = new double[counts.length];
        double bits = 0;
        for (RoundSample round : rounds) {
            for (int i = 0; i < counts.length && round.total() > 0; i++) {
                counts[i] += round.counts().get(i);
                earned[i] += round.counts().get(i) * (round.bits() / round.total());
            }
            bits += round.bits();
        }
        double[] fitness = new double[counts.length];
        Arrays.setAll(fitness, i -> counts[i] == 0 ? 0 : earned[i] / counts[i]);
        if (Arrays.stream(counts).filter(count -> count > 0).count() < 2
                || Arrays.stream(earned).noneMatch(value -> value > NEGLIGIBLE)) {
            return Optional.empty();
        }
        ReplicatorDynamics.Step step = ReplicatorDynamics.step(counts, fitness);
        double all = Arrays.stream(counts).sum();
        return Optional.of(new ReplicatorStep(Arrays.stream(counts).map(count -> count / all).toArray(), fitness,
                step.shares(), bits));
    }

    double[] shares() {
        return shares;
    }

    double[] fitness() {
        return fitness;
    }

    double[] next() {
        return next;
    }

    double bits() {
        return bits;
    }

    double growth(int strategy) {
        return next[strategy] - shares[strategy];
    }
}
