package dev.waggle.math.game;

import dev.waggle.math.DomainCheck;

/** Payoffs made comparable: moved and stretched to 0..1. It changes no equilibrium, and one tolerance fits all. */
final class PayoffMatrix {

    /** Payoffs closer than this share of the range of all payoffs count as equal; so do probabilities and 0. */
    static final double TOLERANCE = 1e-10;

    private PayoffMatrix() {}

    /** Checked: rows of one length, at least one row and one column, all finite. */
    static double[][] notEmpty(String name, double[][] payoffs) {
        DomainCheck.matrix(name, payoffs);
        if (payoffs.length == 0 || payoffs[0].length == 0) {
            throw new IllegalArgumentException(name + " must have a row and a column, got " + payoffs.length + " rows"
                    + (payoffs.length == 0 ? "" : " of 0"));
        }
        return payoffs;
    }

    /** A copy in which the smallest payoff is 0 and the largest 1; all 0 when all are equal. */
    static double[][] unit(double[][] payoffs) {
        double largest = 0;
        for (double[] row : payoffs) {
            for (double payoff : row) {
                largest = Math.max(largest, Math.abs(payoff));
            }
        }
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        double[][] unit = new double[payoffs.length][];
        for (int i = 0; i < payoffs.length; i++) {
            unit[i] = payoffs[i].clone();
            for (int j = 0; j < unit[i].length; j++) {
                unit[i][j] = largest == 0 ? 0 : unit[i][j] / largest; // First, so that the range cannot overflow.
                low = Math.min(low, unit[i][j]);
                high = Math.max(high, unit[i][j]);
            }
        }
        double range = high - low;
        for (double[] row : unit) {
            for (int j = 0; j < row.length; j++) {
                row[j] = range == 0 ? 0 : (row[j] - low) / range;
            }
        }
        return unit;
    }

    /** Rows and columns exchanged. */
    static double[][] transposed(double[][] payoffs) {
        double[][] transposed = new double[payoffs[0].length][payoffs.length];
        for (int i = 0; i < payoffs.length; i++) {
            for (int j = 0; j < payoffs[i].length; j++) {
                transposed[j][i] = payoffs[i][j];
            }
        }
        return transposed;
    }

    /** Payoff of each row against a mix of the columns. */
    static double[] against(double[][] payoffs, double[] mix) {
        double[] earned = new double[payoffs.length];
        for (int i = 0; i < payoffs.length; i++) {
            for (int j = 0; j < mix.length; j++) {
                earned[i] += payoffs[i][j] * mix[j];
            }
        }
        return earned;
    }

    /** The mean of values under a mix. */
    static double mean(double[] mix, double[] values) {
        double mean = 0;
        for (int i = 0; i < mix.length; i++) {
            mean += mix[i] * values[i];
        }
        return mean;
    }

    /** Payoff of each row against a mix of the columns; rejected if it leaves the range of a double. */
    static double[] finiteAgainst(String name, double[][] payoffs, double[] mix) {
        return DomainCheck.finite(name + " against the mix", against(payoffs, mix));
    }
}
