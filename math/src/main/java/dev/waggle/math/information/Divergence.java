package dev.waggle.math.information;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;

/**
 * Divergences between two distributions over one index. Masses are finite, at least 0, not all 0, and need not sum to
 * 1. Nothing is smoothed here.
 *
 * <p>Each sum is over terms that are at least 0 and vanish if the two agree. So distributions that differ in the
 * ninth digit still have a precise divergence.
 */
public final class Divergence {

    private Divergence() {}

    /**
     * The Kullback-Leibler divergence D(p || q) = sum p log2(p / q) in bits, at least 0, and 0 only for equal
     * distributions. +Infinity when q has no mass in a place in which p has some, thus also when q has none at all.
     * Not symmetric. O(N).
     *
     * <p>Source: Kullback and Leibler (1951), On Information and Sufficiency.
     *
     * @param p has some mass
     * @param q as long as p
     */
    public static double kullbackLeibler(double[] p, double[] q) {
        DomainCheck.sameLength("p", p, "q", q);
        return kullbackLeibler(LogShares.of("p", p), LogShares.ofAny("q", q));
    }

    /**
     * D(p || q) in bits of each of many distributions from one other, as {@link #kullbackLeibler(double[], double[])}
     * answers them. O(N) each.
     *
     * @param members each as long as q and with some mass; may be none
     * @param q with or without mass
     */
    public static double[] fromEach(double[][] members, double[] q) {
        LogShares common = LogShares.ofAny("q", q);
        double[] bits = new double[members.length];
        for (int i = 0; i < bits.length; i++) {
            DomainCheck.sameLength("a member", members[i], "q", q);
            bits[i] = kullbackLeibler(LogShares.of("members", members[i]), common);
        }
        return bits;
    }

    static double kullbackLeibler(LogShares p, LogShares q) {
        CompensatedSum sum = new CompensatedSum();
        for (int i = 0; i < p.values.length; i++) {
            if (!p.has(i)) {
                sum.add(q.values[i]);
            } else if (!q.has(i)) {
                return Double.POSITIVE_INFINITY;
            } else {
                double more = p.values[i] - q.values[i];
                double ratio = Math.abs(more) <= q.values[i] / 2 ? Math.log1p(more / q.values[i])
                        : p.logs[i] - q.logs[i];
                sum.add(p.values[i] * ratio - more); // All these "more" sum to 0.
            }
        }
        return Math.max(0, sum.get() / Entropy.LN2);
    }

    /**
     * The divergence of each distribution from the one before it, D(d[t] || d[t-1]) in bits: the surprises of a course,
     * one fewer than distributions. Empty for none and one. O(total of their lengths).
     *
     * @param distributions of one length; each has some mass, but the first need not
     */
    public static double[] successive(double[][] distributions) {
        double[] steps = new double[Math.max(0, distributions.length - 1)];
        if (distributions.length == 0) {
            return steps;
        }
        DomainCheck.matrix("distributions", distributions);
        LogShares before = LogShares.ofAny("distributions[0]", distributions[0]);
        for (int t = 1; t < distributions.length; t++) {
            LogShares now = LogShares.of("distributions[" + t + "]", distributions[t]);
            steps[t - 1] = kullbackLeibler(now, before);
            before = now;
        }
        return steps;
    }

    /**
     * The Jensen-Shannon divergence D(p || m) / 2 + D(q || m) / 2 with m = (p + q) / 2, in bits, 0..1. 0 for equal
     * distributions, 1 for those that share no place. Symmetric. O(N).
     *
     * <p>Source: Lin (1991), Divergence measures based on the Shannon entropy.
     */
    public static double jensenShannon(double[] p, double[] q) {
        DomainCheck.sameLength("p", p, "q", q);
        double[] left = DomainCheck.distribution("p", p);
        double[] right = DomainCheck.distribution("q", q);
        CompensatedSum sum = new CompensatedSum();
        for (int i = 0; i < left.length; i++) {
            sum.add(jensenShannonTerm(left[i], right[i]));
        }
        return Math.clamp(sum.get() / Entropy.LN2, 0, 1);
    }

    /**
     * The square root of the Jensen-Shannon divergence, 0..1: a metric, so its triangles close. O(N).
     *
     * <p>Source: Endres and Schindelin (2003), A new metric for probability distributions.
     */
    public static double jensenShannonDistance(double[] p, double[] q) {
        return Math.sqrt(jensenShannon(p, q));
    }

    /**
     * Overlap of histograms, 1 - Jensen-Shannon divergence, 0..1: 1 for equal ones, 0 for those without a common place.
     * It does not measure dependence, as two variables that never agree on a case may have the same histogram. For
     * paired cases use {@link MutualInformation}. O(N).
     */
    public static double overlap(double[] p, double[] q) {
        return 1 - jensenShannon(p, q);
    }

    /** (p ln(p/m) + q ln(q/m)) / 2, in the relative difference d = (p - q) / (p + q) when it is small. */
    private static double jensenShannonTerm(double p, double q) {
        double both = p + q;
        if (both == 0) {
            return 0;
        }
        double d = (p - q) / both;
        if (Math.abs(d) <= 0.5) {
            return both / 4 * (d * (Math.log1p(d) - Math.log1p(-d)) + Math.log1p(-d * d));
        }
        return ((p > 0 ? p * Math.log(2 * (p / both)) : 0) + (q > 0 ? q * Math.log(2 * (q / both)) : 0)) / 2;
    }
}
