package dev.waggle.math.information;

import dev.waggle.math.Domain;
import dev.waggle.math.Sums;

/**
 * Distributions from counts that leave no place without mass, so that a divergence from them is finite. Which policy
 * was used belongs beside each figure that rests on it: how much a place that was never seen surprises is the policy's
 * choice.
 */
public final class Smoothing {

    /** The pseudo-count of Krichevsky and Trofimov: half an observation, which is the Jeffreys prior for shares. */
    public static final double KRICHEVSKY_TROFIMOV = 0.5;

    private Smoothing() {}

    /**
     * (count + 1/2) / (total + N/2): the mean of the posterior under the Jeffreys prior, whose code length is within a
     * constant of the best for each sequence. Each share is above 0 and they sum to 1; without a count all are 1/N.
     * Masses of another scale than counts are smoothed as if they were counts, a total of 1 as one observation. O(N).
     *
     * <p>Source: Krichevsky & Trofimov (1981), The performance of universal encoding.
     *
     * @param counts at least one; finite and at least 0
     */
    public static double[] krichevskyTrofimov(double[] counts) {
        return additive(counts, KRICHEVSKY_TROFIMOV);
    }

    /**
     * (count + pseudo) / (total + N pseudo); with pseudo 1 the rule of succession (Laplace). O(N).
     *
     * @param counts at least one; finite and at least 0
     * @param pseudo observations that each place is granted, above 0
     */
    public static double[] additive(double[] counts, double pseudo) {
        Domain.atLeast("counts.length", counts.length, 1);
        Domain.nonNegative("counts", counts);
        Domain.positive("pseudo", pseudo);
        double largest = pseudo;
        for (double count : counts) {
            largest = Math.max(largest, count);
        }
        double[] shares = new double[counts.length];
        for (int i = 0; i < counts.length; i++) {
            shares[i] = counts[i] / largest + pseudo / largest;
        }
        double total = Sums.of(shares);
        for (int i = 0; i < shares.length; i++) {
            shares[i] /= total;
        }
        return shares;
    }
}
