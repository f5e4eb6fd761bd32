package dev.waggle.math.inference.causal;

import java.util.Optional;

import dev.waggle.math.DomainCheck;
import org.hipparchus.special.Erf;

/**
 * Fisher's z test of whether a (partial) correlation in a sample is different from 0. z = atanh(r) sqrt(n - k - 3) is
 * nearly standard normal when the variables are jointly normal and independent given the k others (Fisher 1921, 1924).
 *
 * @param correlation r, -1..1
 * @param pValue the probability of a correlation at least as far from 0 if there is none, 0..1
 */
public record FisherZ(double correlation, double pValue) {

    /**
     * The test of a correlation. O(1).
     *
     * @param correlation -1..1
     * @param samples n, 0 or more
     * @param given k, the number of given variables, 0 or more
     * @return nothing when n is at most k + 3, too few to test
     */
    public static Optional<FisherZ> of(double correlation, long samples, int given) {
        DomainCheck.between("correlation", correlation, -1, 1);
        DomainCheck.nonNegative("samples", (double) samples);
        DomainCheck.atLeast("given", given, 0);
        return enough(samples, given) ? Optional.of(new FisherZ(correlation, pValue(correlation, samples, given)))
                : Optional.empty();
    }

    /**
     * True if the sample gives no reason to doubt the independence: the p-value is above the level.
     *
     * @param alpha the share of independent pairs that the test takes for dependent, 0..1
     */
    public boolean independentAt(double alpha) {
        return pValue > DomainCheck.share("alpha", alpha);
    }

    static boolean enough(long samples, int given) {
        return samples - given > 3;
    }

    /** NaN for NaN. */
    static double pValue(double correlation, long samples, int given) {
        if (Double.isNaN(correlation)) {
            return Double.NaN;
        }
        double r = Math.abs(correlation);
        // atanh; log1p keeps small correlations exact. Infinite for 1, whose p-value is 0.
        double z = 0.5 * (Math.log1p(r) - Math.log1p(-r)) * Math.sqrt((double) samples - given - 3);
        return z < Double.POSITIVE_INFINITY ? Erf.erfc(z / Math.sqrt(2)) : 0;
    }
}
