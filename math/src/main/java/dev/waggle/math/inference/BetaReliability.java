package dev.waggle.math.inference;

import dev.waggle.math.DomainCheck;
import org.hipparchus.distribution.continuous.BetaDistribution;

/**
 * Reliability of a source, learned from its track record. It is the Beta distribution that is conjugate to right and
 * wrong answers (Bayes 1763; Jeffreys 1946 for the prior). Immutable; each outcome costs O(1).
 *
 * @param alpha pseudo count of right answers, {@value #MIN_PARAMETER} to {@value #MAX_PARAMETER}: prior plus observed
 * @param beta  pseudo count of wrong answers, likewise
 */
public record BetaReliability(double alpha, double beta) {

    /** Between these bounds the ends of a credible interval are right to 1e-12. */
    public static final double MIN_PARAMETER = 1e-2;
    public static final double MAX_PARAMETER = 1e9;

    private static final double QUANTILE_ACCURACY = 1e-14; // The default of 1e-9 is coarse for rates near 0 and 1.

    /** Nothing known, each rate equally probable: Beta(1, 1). Its mean follows Laplace's rule of succession. */
    public static final BetaReliability UNIFORM = new BetaReliability(1, 1);
    /** Nothing known, the same for a rate and any transform of it: Beta(1/2, 1/2) (Jeffreys 1946). */
    public static final BetaReliability JEFFREYS = new BetaReliability(0.5, 0.5);

    /**
     * An interval that holds the rate with a stated probability.
     *
     * @param low  lower end, 0..1
     * @param high upper end, 0..1
     */
    public record CredibleInterval(double low, double high) {}

    public BetaReliability {
        DomainCheck.between("alpha", alpha, MIN_PARAMETER, MAX_PARAMETER);
        DomainCheck.between("beta", beta, MIN_PARAMETER, MAX_PARAMETER);
    }

    /**
     * The reliability after more outcomes; in any order and any portions the same.
     *
     * @param right right answers, finite, at least 0; part of one when an outcome has a weight
     * @param wrong wrong answers, likewise
     */
    public BetaReliability after(double right, double wrong) {
        return new BetaReliability(alpha + DomainCheck.nonNegative("right", right),
                beta + DomainCheck.nonNegative("wrong", wrong));
    }

    /** The probability that the next answer is right, alpha / (alpha + beta); between 0 and 1, never either. */
    public double mean() {
        return alpha / (alpha + beta);
    }

    /** The probability that the next answer is wrong, beta / (alpha + beta). */
    public double meanError() {
        return beta / (alpha + beta);
    }

    /** The variance of the rate, mean (1 - mean) / (alpha + beta + 1). */
    public double variance() {
        return mean() * meanError() / (alpha + beta + 1);
    }

    /**
     * The interval that holds the rate with that probability and leaves out equally much on both sides. Some hundred
     * evaluations of the incomplete Beta function.
     *
     * @param level above 0 and below 1, such as 0.95
     */
    public CredibleInterval credible(double level) {
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("level must be above 0 and below 1, got " + level);
        }
        BetaDistribution distribution = new BetaDistribution(alpha, beta, QUANTILE_ACCURACY);
        double outside = (1 - level) / 2;
        return new CredibleInterval(distribution.inverseCumulativeProbability(outside),
                distribution.inverseCumulativeProbability(1 - outside));
    }
}
