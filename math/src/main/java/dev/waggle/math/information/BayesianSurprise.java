package dev.waggle.math.information;

import dev.waggle.math.DomainCheck;
import org.hipparchus.special.Beta;
import org.hipparchus.special.Gamma;
import org.hipparchus.util.Binary64;

/**
 * Bayesian surprise: the change of a belief by an observation, D(posterior || prior). Discrete beliefs in bits, the
 * closed forms for Beta and Gaussian beliefs in nats (divide by ln 2 for bits). At least 0; 0 when nothing was
 * learned. +Infinity when the posterior allows a place that the prior excluded, by a mass of 0 or by no mass at all.
 *
 * <p>Its expectation over the possible observations is the mutual information between observation and hypothesis. A
 * surprise belongs to the step that it was measured on. To attribute a round to its votes, measure each vote in turn
 * ({@link Divergence#successive}), since one figure for the round ranks no voter.
 *
 * <p>Source: Itti and Baldi (2009), Bayesian surprise attracts human attention.
 */
public final class BayesianSurprise {

    /** Largest increase by {@link #attention}: full surprise counts three times none. */
    public static final double ATTENTION_GAIN = 2;

    /**
     * Parameters of a Beta belief at most: above it the closed form, a difference of large logarithms, loses its
     * digits.
     */
    public static final double MAX_BETA_PARAMETER = 1e8;

    private BayesianSurprise() {}

    /**
     * The surprise of a discrete belief in bits. O(N).
     *
     * @param prior masses, at least 0; need not sum to 1
     * @param posterior masses over the same index, not all 0
     */
    public static double bits(double[] prior, double[] posterior) {
        DomainCheck.sameLength("prior", prior, "posterior", posterior);
        return Divergence.kullbackLeibler(LogShares.of("posterior", posterior), LogShares.ofAny("prior", prior));
    }

    /**
     * The surprise of a belief Beta(alpha, beta) about a share, in nats. It is ln B(a0, b0) - ln B(a, b) + (a - a0)
     * psi(a) + (b - b0) psi(b) + (a0 - a + b0 - b) psi(a + b), with psi the digamma function. All parameters are
     * above 0 and at most {@value #MAX_BETA_PARAMETER}. Absolute error about 1e-15 times the largest of them. O(1).
     */
    public static double betaNats(double priorAlpha, double priorBeta, double posteriorAlpha, double posteriorBeta) {
        betaParameter("priorAlpha", priorAlpha);
        betaParameter("priorBeta", priorBeta);
        betaParameter("posteriorAlpha", posteriorAlpha);
        betaParameter("posteriorBeta", posteriorBeta);
        double moreAlpha = posteriorAlpha - priorAlpha;
        double moreBeta = posteriorBeta - priorBeta;
        double nats = Beta.logBeta(priorAlpha, priorBeta) - Beta.logBeta(posteriorAlpha, posteriorBeta)
                + moreAlpha * digamma(posteriorAlpha) + moreBeta * digamma(posteriorBeta)
                - (moreAlpha + moreBeta) * digamma(posteriorAlpha + posteriorBeta);
        return Math.max(0, nats);
    }

    /**
     * The surprise of a Gaussian belief in nats: ln(s0 / s) + (s^2 + (m - m0)^2) / (2 s0^2) - 1/2, with means m and
     * standard deviations s. +Infinity if it exceeds a double. O(1).
     *
     * @param priorDeviation above 0
     * @param posteriorDeviation above 0
     */
    public static double gaussianNats(double priorMean, double priorDeviation, double posteriorMean,
            double posteriorDeviation) {
        DomainCheck.finite("priorMean", priorMean);
        DomainCheck.positive("priorDeviation", priorDeviation);
        DomainCheck.finite("posteriorMean", posteriorMean);
        DomainCheck.positive("posteriorDeviation", posteriorDeviation);
        double shift = posteriorMean / priorDeviation - priorMean / priorDeviation;
        double narrowing = posteriorDeviation / priorDeviation;
        double more = narrowing - 1;
        // (r^2 - 1) / 2 - ln r in r - 1, so that it vanishes smoothly where the deviations agree.
        double scale = Math.abs(more) <= 0.5 ? more * (1 + more / 2) - Math.log1p(more)
                : (narrowing * narrowing - 1) / 2 - Math.log(posteriorDeviation) + Math.log(priorDeviation);
        return Math.max(0, scale + shift * shift / 2);
    }

    /**
     * The weight of a source by its surprise: 1 + gain tanh(surprise), 1..1 + gain, also for an infinite surprise.
     *
     * @param surprise at least 0, in bits
     * @param gain at least 0; {@link #ATTENTION_GAIN} unless there is a reason
     */
    public static double attention(double surprise, double gain) {
        DomainCheck.between("surprise", surprise, 0, Double.POSITIVE_INFINITY);
        DomainCheck.nonNegative("gain", gain);
        return 1 + gain * Math.tanh(surprise);
    }

    private static void betaParameter(String name, double value) {
        if (!(value > 0 && value <= MAX_BETA_PARAMETER)) {
            throw new IllegalArgumentException(
                    name + " must be above 0 and at most " + MAX_BETA_PARAMETER + ", got " + value);
        }
    }

    /**
     * Over field elements, for which the library is exact; its form for plain doubles is off by 3e-9 (Hipparchus
     * 4.0.3).
     */
    private static double digamma(double x) {
        return Gamma.digamma(new Binary64(x)).getReal();
    }
}
