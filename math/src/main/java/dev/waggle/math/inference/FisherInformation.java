package dev.waggle.math.inference;

import java.util.Arrays;
import java.util.OptionalDouble;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;
import org.hipparchus.stat.descriptive.moment.Variance;

/**
 * Fisher information: the precision with which independent observations determine a parameter (Fisher 1925, Theory of
 * Statistical Estimation). Its inverse bounds the variance of every unbiased estimator from below (Rao 1945; Cramér
 * 1946).
 *
 * <p>Closed forms of single parameters are O(1). The parameter must lie inside of its range. On the edge (a
 * probability of 0 or 1) the model is not regular and has no information number. The count of observations need not
 * be whole, so that an effective sample size can be given.
 */
public final class FisherInformation {

    private FisherInformation() {}

    /**
     * Information on one parameter.
     *
     * @param information    1 / parameter squared, above 0
     * @param cramerRaoBound least variance of an unbiased estimator, 1 / information, parameter squared, above 0
     */
    public record Scalar(double information, double cramerRaoBound) {

        public Scalar {
            DomainCheck.positive("information", information);
            DomainCheck.positive("cramerRaoBound", cramerRaoBound);
        }
    }

    /**
     * Efficiency of an estimator against the Cramér-Rao bound.
     *
     * @param cramerRaoBound the least variance, above 0
     * @param sampleVariance variance of the estimates, divided by their number less one; at least 0
     * @param efficiency     bound / variance: about 1 when the estimator uses all of the data, about 1/k when it uses a
     *                       k-th. Not cut off at 1: few estimates scatter, and biased ones may undercut the bound.
     *                       Empty when the estimates do not differ, which is no evidence on the estimator
     */
    public record Efficiency(double cramerRaoBound, double sampleVariance, OptionalDouble efficiency) {}

    /** Information on the probability theta of a success from n trials: n / (theta (1 - theta)), for theta in (0, 1). */
    public static Scalar bernoulli(double observations, double theta) {
        DomainCheck.positive("observations", observations);
        if (!(theta > 0 && theta < 1)) {
            throw new IllegalArgumentException("theta must be above 0 and below 1, got " + theta);
        }
        double variance = theta * (1 - theta);
        return new Scalar(observations / variance, variance / observations);
    }

    /** The mean of a normal distribution of known standard deviation sigma above 0: n / sigma^2. */
    public static Scalar normalMean(double observations, double sigma) {
        DomainCheck.positive("observations", observations);
        double variance = DomainCheck.positive("sigma", sigma) * sigma;
        return new Scalar(observations / variance, variance / observations);
    }

    /** The rate lambda above 0 of a Poisson distribution: n / lambda. */
    public static Scalar poisson(double observations, double lambda) {
        DomainCheck.positive("observations", observations);
        DomainCheck.positive("lambda", lambda);
        return new Scalar(observations / lambda, lambda / observations);
    }

    /**
     * Efficiency of estimates against the bound. O(number of estimates).
     *
     * @param cramerRaoBound the bound at the true parameter, above 0
     * @param estimates      of one unbiased estimator on independent samples, at least two. The course of one estimate
     *                       over time is no such sample
     */
    public static Efficiency efficiency(double cramerRaoBound, double[] estimates) {
        DomainCheck.positive("cramerRaoBound", cramerRaoBound);
        DomainCheck.atLeast("number of estimates", DomainCheck.finite("estimates", estimates).length, 2);
        if (Arrays.stream(estimates).allMatch(estimate -> estimate == estimates[0])) {
            return new Efficiency(cramerRaoBound, 0, OptionalDouble.empty());
        }
        double variance = DomainCheck.nonNegative("variance of the estimates", new Variance().evaluate(estimates));
        double efficiency = cramerRaoBound / variance;
        return new Efficiency(cramerRaoBound, variance,
                Double.isFinite(efficiency) ? OptionalDouble.of(efficiency) : OptionalDouble.empty());
    }

    /**
     * Fisher-Rao distance of two distributions over the same outcomes, along the geodesic of the Fisher metric (Rao
     * 1945). It is 2 arccos(sum sqrt(p q)), from 0 (equal) to pi (disjoint). Computed as 4 arcsin(|sqrt p - sqrt q| /
     * 2), which is the same and preserves small distances. Each must sum to 1 but for rounding. O(outcomes).
     */
    public static double fisherRao(double[] p, double[] q) {
        DomainCheck.sameLength("p", p, "q", q);
        double[] left = ProbabilityCheck.of("p", p);
        double[] right = ProbabilityCheck.of("q", q);
        CompensatedSum squares = new CompensatedSum();
        for (int i = 0; i < left.length; i++) {
            double difference = Math.sqrt(left[i]) - Math.sqrt(right[i]);
            squares.add(difference * difference);
        }
        return Math.min(Math.PI, 4 * Math.asin(Math.min(1, Math.sqrt(squares.get()) / 2)));
    }
}
