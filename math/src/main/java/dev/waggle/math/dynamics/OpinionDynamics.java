package dev.waggle.math.dynamics;

import java.util.Arrays;
import java.util.stream.IntStream;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * Hegselmann-Krause model of opinion dynamics: agents regard only opinions within a bound of their own.
 *
 * <p>All agents at once take the mean of the opinions within their bound of confidence: x_i' = mean of the x_j with
 * abs(x_j - x_i) at most eps_i, their own included. A distance that ties with the bound is within it. With one bound
 * for all, the order of opinions is preserved and the opinions freeze after a finite number of steps, O(n^3) at most
 * (Bhattacharyya, Braverman, Chazelle and Nguyen 2013). With a bound for each agent they may approach their limit for
 * ever, and no theorem bounds the time.
 *
 * <p>An opinion is a place on one axis that means the same for all. The confidence of an agent in its own view is no
 * opinion in this sense.
 *
 * <p>Source: Hegselmann and Krause 2002, Opinion dynamics and bounded confidence: models, analysis and simulation.
 */
public final class OpinionDynamics {

    /** Opinions and bounds lie within this. */
    public static final double MAX_OPINION = BoundedConfidence.MAX_OPINION;

    /**
     * Steps after which a run is cut off by default. Usual starts freeze within tens of steps; the slowest
     * known need an order of n^2 (Wedin and Hegarty 2015).
     */
    public static final int MAX_STEPS = 10_000;

    private OpinionDynamics() {}

    /**
     * One step when all have the same bound. Costs O(n log n).
     *
     * @param opinions within {@link #MAX_OPINION}; may be none
     * @param bound eps, at least 0
     */
    public static double[] step(double[] opinions, double bound) {
        BoundedConfidence.requireOpinions(opinions);
        BoundedConfidence.requireBound("bound", bound);
        int[] order = BoundedConfidence.order(opinions);
        return unsorted(
                stepSorted(BoundedConfidence.sorted(opinions, order), counts(ones(opinions.length), order), bound),
                order);
    }

    /**
     * One step when each has a bound of its own. Costs O(n log n).
     *
     * @param opinions within {@link #MAX_OPINION}; may be none
     * @param bounds eps of each, at least 0
     */
    public static double[] step(double[] opinions, double[] bounds) {
        BoundedConfidence.requireOpinions(opinions);
        BoundedConfidence.requireBounds(opinions, bounds);
        return stepEach(opinions, bounds);
    }

    /**
     * Steps until nothing changes, with one bound for all. Frozen means that any two opinions either tie or are out
     * of bound, which is exactly when a step changes nothing. Costs O(n log n + n * steps).
     *
     * @param opinions within {@link #MAX_OPINION}; may be none
     * @param bound eps, at least 0
     * @param mostSteps after which the run is cut off, at least 0
     */
    public static OpinionRun run(double[] opinions, double bound, int mostSteps) {
        return runOfGroups(opinions, ones(opinions.length), bound, mostSteps);
    }

    /**
     * The same run for groups of agents with one opinion each, as if every agent were listed alone. Agents of equal
     * opinion regard the same opinions and move together. Costs O(g log g + g * steps) for g groups of any size.
     *
     * @param opinions of each group, within {@link #MAX_OPINION}; may be none
     * @param sizes agents in each group, at least 1, at most 2^31 - 1 together
     * @param bound eps, at least 0
     * @param mostSteps after which the run is cut off, at least 0
     * @return by group; the sizes of clusters are agents
     */
    public static OpinionRun runOfGroups(double[] opinions, int[] sizes, double bound, int mostSteps) {
        BoundedConfidence.requireOpinions(opinions);
        requireSizes(opinions, sizes);
        BoundedConfidence.requireBound("bound", bound);
        DomainCheck.atLeast("mostSteps", mostSteps, 0);
        int[] order = BoundedConfidence.order(opinions);
        int[] counts = counts(sizes, order);
        double[] state = BoundedConfidence.sorted(opinions, order);
        int steps = 0;
        boolean frozen = frozen(state, bound);
        while (!frozen && steps < mostSteps) {
            state = stepSorted(state, counts, bound);
            steps++;
            frozen = frozen(state, bound);
        }
        return OpinionRun.of(unsorted(state, order), sizes, steps,
                frozen ? OpinionRun.Ending.FROZEN : OpinionRun.Ending.CUT_OFF);
    }

    /** As {@link #run(double[], double[], int)} with {@value #MAX_STEPS} steps at most. */
    public static OpinionRun run(double[] opinions, double[] bounds) {
        return run(opinions, bounds, MAX_STEPS);
    }

    /**
     * Steps until nothing changes, with a bound for each agent. When all bounds are equal this is the run for one
     * bound. Otherwise it ends as settled once every opinion ties with its value one step before. Costs O(n log n *
     * steps).
     *
     * @param opinions within {@link #MAX_OPINION}; may be none
     * @param bounds eps of each, at least 0
     * @param mostSteps after which the run is cut off, at least 0
     */
    public static OpinionRun run(double[] opinions, double[] bounds, int mostSteps) {
        BoundedConfidence.requireOpinions(opinions);
        BoundedConfidence.requireBounds(opinions, bounds);
        if (bounds.length > 0 && Arrays.stream(bounds).allMatch(bound -> bound == bounds[0])) {
            return run(opinions, bounds[0], mostSteps);
        }
        DomainCheck.atLeast("mostSteps", mostSteps, 0);
        double[] state = opinions.clone();
        for (int steps = 0; steps <= mostSteps; steps++) {
            double[] next = stepEach(state, bounds);
            if (allTie(state, next)) {
                return OpinionRun.of(state, ones(state.length), steps, OpinionRun.Ending.SETTLED);
            }
            if (steps < mostSteps) {
                state = next;
            }
        }
        return OpinionRun.of(state, ones(state.length), mostSteps, OpinionRun.Ending.CUT_OFF);
    }

    /**
     * Polarization of opinions: their population variance over 1/4, its maximum on 0..1 (Popoviciu 1935). 0 when all
     * agree, 1 when one half holds 0 and the other 1. Costs O(n).
     *
     * @param opinions 0..1, at least one
     * @return 0..1
     */
    public static double polarization(double[] opinions) {
        DomainCheck.shares("opinions", opinions);
        DomainCheck.atLeast("opinions.length", opinions.length, 1);
        return Math.min(1, RunningVariance.of(opinions).variance() / 0.25);
    }

    private static void requireSizes(double[] opinions, int[] sizes) {
        if (sizes.length != opinions.length) {
            throw new IllegalArgumentException("opinions and sizes must have one length, got " + opinions.length
                    + " and " + sizes.length);
        }
        long sum = 0;
        for (int i = 0; i < sizes.length; i++) {
            sum += DomainCheck.atLeast("sizes[" + i + "]", sizes[i], 1);
        }
        if (sum > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("sizes must sum to at most " + Integer.MAX_VALUE + ", got " + sum);
        }
    }

    private static double[] unsorted(double[] sorted, int[] order) {
        double[] opinions = new double[order.length];
        for (int rank = 0; rank < order.length; rank++) {
            opinions[order[rank]] = sorted[rank];
        }
        return opinions;
    }

    private static int[] ones(int count) {
        int[] ones = new int[count];
        Arrays.fill(ones, 1);
        return ones;
    }

    /** Running counts of these sizes in that order, from 0. */
    private static int[] counts(int[] sizes, int[] order) {
        int[] counts = new int[order.length + 1];
        for (int rank = 0; rank < order.length; rank++) {
            counts[rank + 1] = counts[rank] + sizes[order[rank]];
        }
        return counts;
    }

    /** The windows of ascending opinions only ever slide upwards: O(n). */
    private static double[] stepSorted(double[] sorted, int[] counts, double bound) {
        PrefixSums sums = new PrefixSums(sorted, counts);
        double[] next = new double[sorted.length];
        int from = 0;
        int to = 0; // Exclusive.
        for (int i = 0; i < sorted.length; i++) {
            while (!BoundedConfidence.hears(sorted[from], sorted[i], bound)) {
                from++;
            }
            while (to < sorted.length && BoundedConfidence.hears(sorted[i], sorted[to], bound)) {
                to++;
            }
            double mean = sums.mean(from, to);
            next[i] = i > 0 ? Math.max(next[i - 1], mean) : mean; // Rounding must not swap what is ordered.
        }
        return next;
    }

    private static double[] stepEach(double[] opinions, double[] bounds) {
        double[] sorted = opinions.clone();
        Arrays.sort(sorted);
        PrefixSums sums = new PrefixSums(sorted, IntStream.rangeClosed(0, sorted.length).toArray());
        double[] next = new double[opinions.length];
        for (int i = 0; i < next.length; i++) {
            next[i] = sums.mean(BoundedConfidence.firstHeard(sorted, opinions[i], bounds[i]),
                    BoundedConfidence.endOfHeard(sorted, opinions[i], bounds[i]));
        }
        return next;
    }

    private static boolean frozen(double[] sorted, double bound) {
        for (int i = 1; i < sorted.length; i++) {
            if (!TieComparison.equal(sorted[i - 1], sorted[i])
                    && BoundedConfidence.hears(sorted[i - 1], sorted[i], bound)) {
                return false;
            }
        }
        return true;
    }

    private static boolean allTie(double[] left, double[] right) {
        for (int i = 0; i < left.length; i++) {
            if (!TieComparison.equal(left[i], right[i])) {
                return false;
            }
        }
        return true;
    }

    /** Sums of neighbouring values with their rounding errors, so that a difference of two is exact to a rounding. */
    private static final class PrefixSums {

        private final double[] sums;
        private final double[] lost;
        private final int[] counts;

        /** The multiplicity of a value is the rise of the counts, which are running ones from 0. */
        PrefixSums(double[] values, int[] counts) {
            this.counts = counts;
            sums = new double[values.length + 1];
            lost = new double[values.length + 1];
            for (int i = 0; i < values.length; i++) {
                double value = values[i] * (counts[i + 1] - counts[i]);
                double sum = sums[i];
                double next = sum + value;
                sums[i + 1] = next;
                lost[i + 1] = lost[i]
                        + (Math.abs(sum) >= Math.abs(value) ? (sum - next) + value : (value - next) + sum);
            }
        }

        double mean(int from, int to) {
            return ((sums[to] - sums[from]) + (lost[to] - lost[from])) / (counts[to] - counts[from]);
        }
    }
}
