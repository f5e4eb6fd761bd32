package dev.waggle.math.dynamics;

import dev.waggle.math.DomainCheck;

/**
 * Mean and population variance of a series that grows, value by value (Welford 1962). Each value costs O(1).
 *
 * @param count number of values, at least 0
 * @param mean of the values, in their unit; 0 for none
 * @param squares the sum of (x - mean)^2, in their unit squared
 */
public record RunningVariance(long count, double mean, double squares) {

    public RunningVariance {
        if (count < 0) {
            throw new IllegalArgumentException("count must be at least 0, got " + count);
        }
        DomainCheck.finite("mean", mean);
        DomainCheck.nonNegative("squares", squares);
    }

    /**
     * Mean and variance of a whole series. Costs O(values).
     *
     * @param values finite; may be empty
     */
    public static RunningVariance of(double[] values) {
        DomainCheck.finite("values", values);
        double mean = 0;
        double squares = 0;
        for (int i = 0; i < values.length; i++) {
            double away = values[i] - mean;
            mean += away / (i + 1);
            squares += away * (values[i] - mean);
        }
        return new RunningVariance(values.length, mean, squares);
    }

    /** With one more value, which must be finite. */
    public RunningVariance next(double value) {
        double away = DomainCheck.finite("value", value) - mean;
        double nextMean = mean + away / (count + 1);
        return new RunningVariance(count + 1, nextMean, squares + away * (value - nextMean));
    }

    /** Population variance, squares / count; 0 for none or one. */
    public double variance() {
        return count == 0 ? 0 : squares / count;
    }

    /**
     * Susceptibility N * (mean of m^2 - squared mean of m), when the values are the order parameter m of a system of
     * N agents.
     *
     * @param agents N, at least 1: the size of the system, not the number of values
     */
    public double susceptibility(int agents) {
        return DomainCheck.finite("susceptibility", DomainCheck.atLeast("agents", agents, 1) * variance());
    }
}
