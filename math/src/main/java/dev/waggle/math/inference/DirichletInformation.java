package dev.waggle.math.inference;

import java.util.List;

import dev.waggle.math.DomainCheck;
import org.hipparchus.special.Gamma;

/**
 * Information of a Dirichlet posterior over the shares of K options, and the expected gain of one more vote. The
 * posterior is given by its pseudo counts alpha, prior plus votes (Dirichlet 1839; Johnson 1932). alpha_0 is their sum.
 *
 * <p>The expected gain falls about as (K-1) / (2 alpha_0), nearly however the votes are split. It measures the
 * information left to learn about the shares, not the agreement of the voters.
 */
public final class DirichletInformation {

    /** Pseudo counts below it have shares that are 0 or 1 to any precision. */
    public static final double MIN_COUNT = 1e-6;
    /** More votes than can be counted. */
    public static final double MAX_COUNT = 1e15;

    private static final double ASYMPTOTIC = 1000; // The next term of the series is below 4e-21 there.

    private DirichletInformation() {}

    /**
     * The leading options.
     *
     * @param options the options of the largest pseudo count, in rising order; more than one when they tie
     * @param share    posterior mean of the share of each, alpha / alpha_0
     * @param variance posterior variance of that share, share (1 - share) / (alpha_0 + 1)
     */
    public record Leader(List<Integer> options, double share, double variance) {

        public Leader {
            options = List.copyOf(options);
        }
    }

    /**
     * Expected information gain in nats of one more vote: the mutual information between the next vote and the
     * shares. It is the entropy of the mean share minus the mean entropy of the share. That is the sum of m
     * (digamma(alpha + 1) - ln alpha) minus the same for alpha_0, where m = alpha / alpha_0. It equals the expected
     * Bayesian surprise, KL(after || before), of that vote. At most ln K and above 0; 0 for one option. O(K).
     *
     * @param pseudoCounts one per option, at least one, each {@value #MIN_COUNT} to {@value #MAX_COUNT}
     */
    public static double expectedGain(double[] pseudoCounts) {
        double total = total(pseudoCounts);
        if (pseudoCounts.length == 1) {
            return 0;
        }
        double gain = 0;
        double last = pseudoCounts[0];
        double excess = excess(last);
        for (double count : pseudoCounts) {
            if (count != last) { // Consecutive equal counts, as of options without votes, are looked up once.
                last = count;
                excess = excess(count);
            }
            gain += count / total * excess;
        }
        return Math.clamp(gain - excess(total), 0, Math.log(pseudoCounts.length));
    }

    /** The expected gain in bits, see {@link #expectedGain}. */
    public static double expectedGainBits(double[] pseudoCounts) {
        return expectedGain(pseudoCounts) / Math.log(2);
    }

    /** The leading options; ties as in {@link MapEstimate}. O(K). */
    public static Leader leader(double[] pseudoCounts) {
        double total = total(pseudoCounts);
        MapEstimate largest = MapEstimate.of(pseudoCounts);
        double share = largest.probability();
        return new Leader(largest.hypotheses(), share, share * (1 - share) / (total + 1));
    }

    private static double total(double[] pseudoCounts) {
        DomainCheck.atLeast("number of options", pseudoCounts.length, 1);
        double total = 0;
        for (int i = 0; i < pseudoCounts.length; i++) {
            if (!(pseudoCounts[i] >= MIN_COUNT && pseudoCounts[i] <= MAX_COUNT)) {
                throw new IllegalArgumentException("pseudoCounts[" + i + "] must be between " + MIN_COUNT + " and "
                        + MAX_COUNT + ", got " + pseudoCounts[i]);
            }
            total += pseudoCounts[i];
        }
        return total;
    }

    /**
     * digamma(x + 1) - ln x. For large x by its asymptotic series (Abramowitz and Stegun 6.3.18), since the
     * difference of two nearly equal numbers would lose the result.
     */
    private static double excess(double x) {
        if (x < ASYMPTOTIC) {
            return Gamma.digamma(x + 1) - Math.log(x);
        }
        double square = 1 / (x * x);
        return 1 / (2 * x) - square / 12 + square * square / 120;
    }
}
