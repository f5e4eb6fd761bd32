package dev.waggle.math.dynamics;

import dev.waggle.math.Domain;

/**
 * Mean and population variance of a series that grows, value by value (Welford 1962). Each value costs O(1).
 *
 * @param count how many values, at least 0
 * @param mean of the values, in their unit; 0 for none
 * @param squares the sum of (x - mean)^2, in their unit squared
 */
public record Fluctuations(long count, double mean, double squares) {

    public Fluctuations {
        if (count < 0) {
            throw new IllegalArgumentException("count must be at least 0, got " + count);
        }
        Domain.finite("mean", mean);
        Domain.nonNegative("squares", squares);
    }

    /** No values. */
    public static Fluctuations none() {
        return new Fluctuations(0, 0, 0);
    }

    /**
     * Those of a whole series. Costs O(values).
     *
     * @param values finite; may be empty
     */
    public static Fluctuations of(double[] values) {
        Domain.finite("values", values);
        double mean = 0;
        double squares = 0;
        for (int i = 0; i < values.length; i++) {
            double away = values[i] - mean;
            mean += away / (i + 1);
            squares += away * (values[i] - mean);
        }
        return new Fluctuations(values.length, mean, squares);
    }

    /** With one more value, which must be finite. */
    public Fluctuations next(double value) {
        double away = Domain.finite("value", value) - mean;
        double nextMean = mean + away / (count + 1);
        return new Fluctuations(count + 1, nextMean, squares + away * (value - nextMean));
    }

    /** The population variance: squares / count; 0 for none or one. */
    public double variance() {
        return count == 0 ? 0 : squares / count;
    }

    /**
     * N * (mean of m^2 - squared mean of m): the susceptibility, when the values are the order parameter m of a system
     * of N agents.
     *
     * @param agents N, at least 1: the size of the system, not the number of values
     */
    public double susceptibility(int agents) {
        return Domain.finite("susceptibility", Domain.atLeast("agents", agents, 1) * variance());
    }
}
