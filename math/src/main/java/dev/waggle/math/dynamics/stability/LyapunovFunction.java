package dev.waggle.math.dynamics.stability;

import java.util.Arrays;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;

/**
 * Quadratic Lyapunov function of a group, V = (1/n) sum (x_i - c)², its distance from consensus, and its change from
 * round to round. V is 0 in full agreement and positive otherwise.
 *
 * <p>A falling series of V is one trajectory, not a proof of stability, which needs V to fall from every state nearby.
 * And V is one function only as long as the agents and the consensus are the same.
 *
 * <p>Sources: Lyapunov 1892; Khalil 2002, Nonlinear Systems, ch. 4.
 */
public final class LyapunovFunction {

    private LyapunovFunction() {}

    /**
     * V of one round, in the square of the unit of the beliefs. 0 without agents. O(n).
     *
     * @param beliefs one finite number for each agent
     * @param consensus finite
     */
    public static double of(double[] beliefs, double consensus) {
        DomainCheck.finite("beliefs", beliefs);
        DomainCheck.finite("consensus", consensus);
        CompensatedSum squares = new CompensatedSum();
        for (double belief : beliefs) {
            squares.add((belief - consensus) * (belief - consensus));
        }
        return beliefs.length == 0 ? 0 : DomainCheck.finite("V of the beliefs", squares.get() / beliefs.length);
    }

    /**
     * The mean of beliefs that are distributions or other vectors of one length. O(n p).
     *
     * @param beliefs one row for each agent, finite, at least one
     */
    public static double[] mean(double[][] beliefs) {
        DomainCheck.atLeast("number of beliefs", beliefs.length, 1);
        CompensatedSum[] sums = new CompensatedSum[beliefs[0].length];
        Arrays.setAll(sums, _ -> new CompensatedSum());
        for (double[] belief : beliefs) {
            DomainCheck.sameLength("first belief", beliefs[0], "belief", DomainCheck.finite("belief", belief));
            for (int i = 0; i < sums.length; i++) {
                sums[i].add(belief[i]);
            }
        }
        double[] mean = new double[sums.length];
        Arrays.setAll(mean, i -> sums[i].get() / beliefs.length);
        return mean;
    }

    /**
     * V of beliefs that are vectors, the mean of the squared Euclidean distances: V = (1/n) sum |x_i - c|². About
     * their own {@link #mean} it is their disagreement in Euclidean distance, for distributions at most 1 - 1/p. 0
     * without agents. O(n p).
     *
     * @param beliefs one row for each agent, finite
     * @param consensus finite, of the same length
     */
    public static double of(double[][] beliefs, double[] consensus) {
        DomainCheck.finite("consensus", consensus);
        CompensatedSum squares = new CompensatedSum();
        for (double[] belief : beliefs) {
            DomainCheck.sameLength("consensus", consensus, "belief", DomainCheck.finite("belief", belief));
            for (int i = 0; i < consensus.length; i++) {
                squares.add((belief[i] - consensus[i]) * (belief[i] - consensus[i]));
            }
        }
        return beliefs.length == 0 ? 0 : DomainCheck.finite("V of the beliefs", squares.get() / beliefs.length);
    }

    /**
     * The change of V into each round but the first, V_t - V_(t-1): one value less than the series. None for a series
     * of at most one.
     *
     * @param series values of V, finite and at least 0
     */
    public static double[] differences(double[] series) {
        DomainCheck.nonNegative("series", series);
        double[] differences = new double[Math.max(0, series.length - 1)];
        for (int t = 0; t < differences.length; t++) {
            differences[t] = series[t + 1] - series[t];
        }
        return differences;
    }
}
