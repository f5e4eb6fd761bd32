package dev.waggle.math.information;

import java.util.Arrays;

import dev.waggle.math.DomainCheck;

/**
 * Masses as shares of their sum, with the logarithm of each. Made once for each distribution when many pairs are
 * compared. A mass above 0 has a finite logarithm even if its share is too small for a double.
 */
final class LogShares {

    /** Below this, shares lose digits, and their logarithms are taken from the masses. */
    private static final double MIN_PRECISE = 1e-300;

    /** 0..1 each. */
    final double[] values;

    /** Natural logarithms; -Infinity exactly if the mass is 0. */
    final double[] logs;

    private LogShares(double[] values, double[] logs) {
        this.values = values;
        this.logs = logs;
    }

    /** Shares of masses that are not all 0. */
    static LogShares of(String name, double[] masses) {
        double[] values = DomainCheck.distribution(name, masses);
        int largest = 0;
        for (int i = 1; i < masses.length; i++) {
            if (masses[i] > masses[largest]) {
                largest = i;
            }
        }
        double logTotal = Math.log(masses[largest]) - Math.log(values[largest]);
        double[] logs = new double[masses.length];
        for (int i = 0; i < masses.length; i++) {
            logs[i] = values[i] >= MIN_PRECISE ? Math.log(values[i])
                    : masses[i] > 0 ? Math.log(masses[i]) - logTotal : Double.NEGATIVE_INFINITY;
        }
        return new LogShares(values, logs);
    }

    /** Shares of masses that may all be 0, or none: then all shares are 0. */
    static LogShares ofAny(String name, double[] masses) {
        for (double mass : DomainCheck.nonNegative(name, masses)) {
            if (mass > 0) {
                return of(name, masses);
            }
        }
        double[] logs = new double[masses.length];
        Arrays.fill(logs, Double.NEGATIVE_INFINITY);
        return new LogShares(new double[masses.length], logs);
    }

    /** Of the rows of a matrix; all as long as the first. */
    static LogShares[] rows(String name, double[][] rows) {
        DomainCheck.matrix(name, rows);
        LogShares[] shares = new LogShares[rows.length];
        for (int i = 0; i < rows.length; i++) {
            shares[i] = of(name + "[" + i + "]", rows[i]);
        }
        return shares;
    }

    /** True if there is mass at that place. */
    boolean has(int place) {
        return logs[place] != Double.NEGATIVE_INFINITY;
    }
}
