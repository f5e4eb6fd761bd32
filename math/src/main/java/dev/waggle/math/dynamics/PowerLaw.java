package dev.waggle.math.dynamics;

import java.util.Arrays;

import dev.waggle.math.DomainCheck;

/**
 * A continuous power law fitted to the values from xmin upwards: density (alpha - 1) / xmin * (x / xmin)^-alpha.
 *
 * <p>The exponent is that of maximum likelihood, alpha = 1 + n / sum of ln(x / xmin). That a power law can be fitted
 * does not make the values one: {@link HeavyTail} tests if others fit better.
 *
 * <p>Source: Clauset, Shalizi and Newman 2009, Power-law distributions in empirical data, sections 3 and 4.
 *
 * @param least xmin, above 0, in the unit of the values
 * @param exponent alpha, above 1
 * @param standardError of alpha: (alpha - 1) / sqrt(n)
 * @param tail n, the number of values of at least xmin, at least 1
 * @param distance of Kolmogorov: the largest difference of the cumulative distributions of tail and fit, 0..1
 */
public record PowerLaw(double least, double exponent, double standardError, int tail, double distance) {

    /**
     * Fits the values at or above a given start. Costs O(n log n).
     *
     * @param values finite; those below xmin are not looked at
     * @param min xmin, above 0; at least one value must be above it
     */
    public static PowerLaw fit(double[] values, double min) {
        double[] tail = tail(values, min);
        if (tail.length == 0 || !(tail[tail.length - 1] > min)) {
            throw new IllegalArgumentException("values must have one above least = " + min + ", got "
                    + values.length + " values, " + tail.length + " of them at it"
                    + "\nMaybe the tail starts lower: the smallest positive value is a start that fits.");
        }
        return fitSorted(tail, 0, min);
    }

    /**
     * The Kolmogorov distance of the tail of these values to a given power law, 0..1. Costs O(n log n).
     *
     * @param values finite; those below xmin are not looked at
     * @param min xmin, above 0; at least one value must be at or above it
     * @param exponent alpha, above 1
     */
    public static double distance(double[] values, double min, double exponent) {
        double[] tail = tail(values, min);
        DomainCheck.atLeast("number of values at or above least = " + min, tail.length, 1);
        return distance(logs(tail, 0, min), DomainCheck.positive("exponent - 1", exponent - 1));
    }

    static double[] requirePositive(double[] values) {
        for (int i = 0; i < values.length; i++) {
            if (!(values[i] > 0 && values[i] <= Double.MAX_VALUE)) {
                throw new IllegalArgumentException(
                        "values[" + i + "] must be finite and above 0, got " + values[i]
                                + "\nMaybe leave out the zeros: a power law has none.");
            }
        }
        return values;
    }

    /** The natural logarithm of the density at a value of the tail. */
    double logDensity(double value) {
        return Math.log(exponent - 1) - Math.log(least) - exponent * (Math.log(value) - Math.log(least));
    }

    private static PowerLaw fitSorted(double[] sorted, int from, double min) {
        double[] logs = logs(sorted, from, min);
        double slope = logs.length / sum(logs);
        return new PowerLaw(min, 1 + slope, slope / Math.sqrt(logs.length), logs.length, distance(logs, slope));
    }

    private static double[] tail(double[] values, double min) {
        DomainCheck.finite("values", values);
        DomainCheck.positive("least", min);
        return Arrays.stream(values).filter(value -> value >= min).sorted().toArray();
    }

    private static double[] logs(double[] sorted, int from, double min) {
        double[] logs = new double[sorted.length - from];
        for (int i = 0; i < logs.length; i++) {
            logs[i] = log(sorted[from + i], min);
        }
        return logs;
    }

    /** Ln(value / least); neither overflows nor loses values close to the least. */
    private static double log(double value, double min) {
        double beyond = (value - min) / min;
        return beyond < 1 ? Math.log1p(beyond) : Math.log(value) - Math.log(min);
    }

    /** Of ascending logs to the exponential distribution of that rate, which is the power law seen in logs. */
    private static double distance(double[] logs, double rate) {
        double distance = 0;
        for (int i = 0; i < logs.length; i++) {
            double fitted = -Math.expm1(-rate * logs[i]);
            distance = Math.max(distance, fitted - (double) i / logs.length);
            distance = Math.max(distance, (double) (i + 1) / logs.length - fitted);
        }
        return distance;
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }
}
