package dev.waggle.math.geometry;

import java.util.Arrays;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * Projection of a group onto agreement: the point c that minimises the weighted sum of squares, sum w_i |b_i - c|².
 * It is the weighted mean of the beliefs. If the beliefs are distributions, so is c.
 *
 * <p>The residuals carry the unit of the weights. The weighted mean square, total / sum w, does not; {@link #tight}
 * uses it. One far agent can move the mean without bound.
 *
 * <p>Source: Luenberger 1969, Optimization by Vector Space Methods, ch. 3. Cost O(n p).
 *
 * @param consensus c, one value for each option; empty without agents
 * @param residuals w_i |b_i - c|² of each agent, at least 0
 * @param squaredDistances |b_i - c|² of each agent, at least 0, without the weights
 * @param total sum of the residuals
 * @param mean total / number of agents; 0 without agents
 * @param weightedMeanSquare total / sum of the weights; 0 without agents
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record ProjectionConsensus(
        double[] consensus,
        double[] residuals,
        double[] squaredDistances,
        double total,
        double mean,
        double weightedMeanSquare) {

    /** A weighted mean square below this is agreement: shares that differ by two tenths or so. */
    public static final double TIGHT = 0.05;

    /** The projection with the same weight for all. */
    public static ProjectionConsensus of(double[][] beliefs) {
        double[] weights = new double[beliefs.length];
        Arrays.fill(weights, 1);
        return of(beliefs, weights);
    }

    /**
     * The projection.
     *
     * @param beliefs finite, a row for each agent; may be empty
     * @param weights finite, at least 0, one for each agent, not all 0
     */
    public static ProjectionConsensus of(double[][] beliefs, double[] weights) {
        DomainCheck.matrix("beliefs", beliefs);
        if (beliefs.length != weights.length) {
            throw new IllegalArgumentException("beliefs and weights must have one length, got " + beliefs.length
                    + " and " + weights.length);
        }
        if (beliefs.length == 0) {
            return new ProjectionConsensus(new double[0], new double[0], new double[0], 0, 0, 0);
        }
        double[] shares = DomainCheck.distribution("weights", weights);
        double[] consensus = mean(beliefs, shares);
        double[] squaredDistances = new double[beliefs.length];
        double[] residuals = new double[beliefs.length];
        CompensatedSum total = new CompensatedSum();
        CompensatedSum meanSquare = new CompensatedSum();
        for (int i = 0; i < beliefs.length; i++) {
            for (int j = 0; j < consensus.length; j++) {
                squaredDistances[i] += (beliefs[i][j] - consensus[j]) * (beliefs[i][j] - consensus[j]);
            }
            residuals[i] = weights[i] * squaredDistances[i];
            total.add(residuals[i]);
            meanSquare.add(shares[i] * squaredDistances[i]);
        }
        DomainCheck.finite("squared distances of beliefs", squaredDistances);
        double sum = DomainCheck.finite("total of the residuals", total.get());
        return new ProjectionConsensus(consensus, residuals, squaredDistances, sum, sum / beliefs.length,
                DomainCheck.finite("weighted mean square of the beliefs", meanSquare.get()));
    }

    /** True if the weighted mean square is below {@link #TIGHT}, for any unit of the weights. False without agents. */
    public boolean tight() {
        return residuals.length > 0 && TieComparison.exceeds(TIGHT, weightedMeanSquare);
    }

    /** The mean of |b_i - c|² over the agents, each counted once; 0 without agents. */
    public double meanSquare() {
        return squaredDistances.length == 0 ? 0 : CompensatedSum.of(squaredDistances) / squaredDistances.length;
    }

    /** The mean with these shares, which sum to 1. */
    static double[] mean(double[][] points, double[] shares) {
        double[] mean = new double[points[0].length];
        for (int j = 0; j < mean.length; j++) {
            CompensatedSum sums = new CompensatedSum();
            for (int i = 0; i < points.length; i++) {
                sums.add(shares[i] * points[i][j]);
            }
            mean[j] = sums.get();
        }
        return mean;
    }
}
