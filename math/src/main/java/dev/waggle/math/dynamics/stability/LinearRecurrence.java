package dev.waggle.math.dynamics.stability;

import java.util.Optional;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * Recurrence x_t = a x_(t-1) + b x_(t-2) that best fits a series about 0, by ordinary least squares without a
 * constant. It does not depend on the unit of the series. {@link JuryTest} of its {@link #polynomial} tests whether
 * the process dies out.
 *
 * <p>b is indistinguishable from a with fewer than {@value #MIN_FOR_SECOND} values, or when two successive values
 * always have one ratio. Then b is 0 and the order is 1. Least squares takes noise in the past values for damping, so
 * a short noisy series looks a little more stable than it is.
 *
 * <p>Source: Box and Jenkins 1970, Time Series Analysis, ch. 3 (autoregressive processes). Cost O(n).
 *
 * @param order 1 or 2
 * @param first a, no unit
 * @param second b, no unit; 0 for the order 1
 * @param fit share of the squares of x_t that the recurrence explains, 0..1
 */
public record LinearRecurrence(int order, double first, double second, double fit) {

    /** The fewest values: three equations for one number. */
    public static final int MIN_SAMPLES = 4;

    /** The fewest values for the order 2: four equations for two numbers. */
    public static final int MIN_FOR_SECOND = 6;

    /** Two columns at a smaller angle, as the square of its sine, are one column and noise. */
    private static final double MIN_ANGLE = 1e-9;

    /**
     * The recurrence of a series.
     *
     * @param series finite
     * @return empty for fewer than {@value #MIN_SAMPLES} values, and for a series that is 0 until its last value
     */
    public static Optional<LinearRecurrence> of(double[] series) {
        double unit = 0;
        for (double value : DomainCheck.finite("series", series)) {
            unit = Math.max(unit, Math.abs(value));
        }
        if (series.length < MIN_SAMPLES || unit == 0) {
            return Optional.empty();
        }
        double[] x = new double[series.length];
        for (int t = 0; t < x.length; t++) {
            x[t] = series[t] / unit;
        }
        Optional<LinearRecurrence> second = x.length < MIN_FOR_SECOND ? Optional.empty() : second(x);
        return second.isPresent() ? second : first(x);
    }

    /** z - a, or z² - a z - b: coefficients with the highest power first, as {@link JuryTest} takes them. */
    public double[] polynomial() {
        return order == 1 ? new double[] {1, -first} : new double[] {1, -first, -second};
    }

    private static Optional<LinearRecurrence> first(double[] x) {
        double squares = products(x, 1, 1, 1);
        if (squares == 0) {
            return Optional.empty();
        }
        double slope = products(x, 0, 1, 1) / squares;
        double a = TieComparison.equal(slope, 1) ? 1 : slope;
        return Optional.of(new LinearRecurrence(1, a, 0, fit(x, 1, a, 0)));
    }

    private static Optional<LinearRecurrence> second(double[] x) {
        double near = products(x, 1, 1, 2);
        double far = products(x, 2, 2, 2);
        double across = products(x, 1, 2, 2);
        double area = near * far - across * across;
        if (!(area > MIN_ANGLE * near * far)) {
            return Optional.empty();
        }
        double nearNow = products(x, 0, 1, 2);
        double farNow = products(x, 0, 2, 2);
        double a = (nearNow * far - farNow * across) / area;
        double b = (farNow * near - nearNow * across) / area;
        return Optional.of(new LinearRecurrence(2, a, b, fit(x, 2, a, b)));
    }

    /** The sum of x_(t - i) x_(t - j) over t from {@code from}. */
    private static double products(double[] x, int i, int j, int from) {
        double sum = 0;
        for (int t = from; t < x.length; t++) {
            sum += x[t - i] * x[t - j];
        }
        return sum;
    }

    private static double fit(double[] x, int order, double a, double b) {
        double unexplained = 0;
        double all = 0;
        for (int t = order; t < x.length; t++) {
            double rest = x[t] - a * x[t - 1] - (order == 1 ? 0 : b * x[t - 2]);
            unexplained += rest * rest;
            all += x[t] * x[t];
        }
        return all == 0 ? 1 : Math.clamp(1 - unexplained / all, 0, 1);
    }
}
