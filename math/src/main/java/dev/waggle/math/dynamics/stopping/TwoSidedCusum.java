package dev.waggle.math.dynamics.stopping;

import java.util.OptionalLong;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * State of a two-sided cumulative sum chart (CUSUM), which finds a lasting shift of the mean in either direction.
 *
 * <p>U(t) = max(0, U(t-1) + x(t) - mean - k) and L(t) = max(0, L(t-1) + mean - k - x(t)), both from 0. In alarm while
 * one of them exceeds h. The reference k is half of the shift that should be found quickest. The alarm is not
 * latched; a sum that ties with h is no alarm.
 *
 * <p>Each observation costs O(1). Source: Page 1954, Continuous inspection schemes.
 *
 * @param mean the mean while nothing has changed, in the unit of the series
 * @param reference k, in the unit of the series, at least 0
 * @param threshold h, in the unit of the series, at least 0
 * @param upper U, at least 0
 * @param lower L, at least 0
 * @param observations number of values in the sums
 * @param firstAlarm number of observations at which the threshold was first exceeded
 */
public record TwoSidedCusum(double mean, double reference, double threshold, double upper, double lower,
        long observations, OptionalLong firstAlarm) {

    public TwoSidedCusum {
        DomainCheck.finite("mean", mean);
        DomainCheck.nonNegative("reference", reference);
        DomainCheck.nonNegative("threshold", threshold);
        DomainCheck.nonNegative("upper", upper);
        DomainCheck.nonNegative("lower", lower);
        if (observations < 0) {
            throw new IllegalArgumentException("observations must be at least 0, got " + observations);
        }
    }

    /** A chart that has seen nothing. */
    public static TwoSidedCusum of(double mean, double reference, double threshold) {
        return new TwoSidedCusum(mean, reference, threshold, 0, 0, 0, OptionalLong.empty());
    }

    /** The chart after one more value, which must be finite. */
    public TwoSidedCusum next(double value) {
        DomainCheck.finite("value", value);
        double up = Math.max(0, upper + (value - mean - reference));
        double down = Math.max(0, lower + (mean - reference - value));
        long seen = observations + 1;
        boolean first = firstAlarm.isEmpty() && TieComparison.exceeds(Math.max(up, down), threshold);
        return new TwoSidedCusum(mean, reference, threshold, up, down, seen,
                first ? OptionalLong.of(seen) : firstAlarm);
    }

    /**
     * The chart of a whole series. Costs O(values).
     *
     * @param values finite; may be empty
     */
    public static Series series(double[] values, double mean, double reference, double threshold) {
        DomainCheck.finite("values", values);
        double[] upper = new double[values.length];
        double[] lower = new double[values.length];
        TwoSidedCusum chart = of(mean, reference, threshold);
        for (int i = 0; i < values.length; i++) {
            chart = chart.next(values[i]);
            upper[i] = chart.upper();
            lower[i] = chart.lower();
        }
        return new Series(upper, lower, chart);
    }

    /**
     * A chart with its history.
     *
     * @param upper U after each value
     * @param lower L after each value
     * @param last the chart after the last value
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Series(double[] upper, double[] lower, TwoSidedCusum last) {}
}
