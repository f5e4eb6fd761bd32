package dev.waggle.math.inference;

import dev.waggle.math.DomainCheck;
import org.hipparchus.distribution.continuous.BetaDistribution;

/**
 * Credible interval of an unknown share after counted trials: between two quantiles of its Beta posterior, with equal
 * probability outside on both sides.
 *
 * <pre>
 *   share ~ Beta(successes, failures), prior counts included
 *   low   = quantile (1 - level) / 2,  high = quantile (1 + level) / 2
 * </pre>
 *
 * <p>Source: Gelman and others, "Bayesian Data Analysis", 3rd edition, 2013, sections 2.3 and 2.4.
 *
 * @param low the lower end, 0..1
 * @param high the upper end, from low to 1
 */
public record ShareInterval(double low, double high) {

    /** Largest count: beyond it the interval is narrower than the precision of its ends. */
    public static final double MAX_COUNT = 1e12;

    /**
     * The interval.
     *
     * @param successes prior and counted successes, above 0, at most {@value #MAX_COUNT}
     * @param failures prior and counted failures, above 0, at most {@value #MAX_COUNT}
     * @param level the probability of the interval, above 0 and below 1
     */
    public static ShareInterval of(double successes, double failures, double level) {
        DomainCheck.between("successes", successes, Double.MIN_VALUE, MAX_COUNT);
        DomainCheck.between("failures", failures, Double.MIN_VALUE, MAX_COUNT);
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("level must be above 0 and below 1, got " + level);
        }
        BetaDistribution posterior = new BetaDistribution(successes, failures);
        double low = posterior.inverseCumulativeProbability((1 - level) / 2);
        double high = posterior.inverseCumulativeProbability((1 + level) / 2);
        return new ShareInterval(Math.clamp(low, 0, 1), Math.clamp(high, Math.clamp(low, 0, 1), 1));
    }
}
