package dev.waggle.math.dynamics.stopping;

import java.util.OptionalLong;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * State of a lower cumulative sum chart (CUSUM), which adds up the shortfall of a series from its target.
 *
 * <p>S(0) = 0, S(t) = max(0, S(t-1) + target - x(t)); in alarm while S(t) > h. The alarm is not latched: a series
 * that recovers brings the sum back to 0 and ends the alarm. {@code firstAlarm} stores the first one. A sum that ties
 * with h is no alarm. To watch for a rise, negate values and target; {@link TwoSidedCusum} watches both.
 *
 * <p>Each observation costs O(1). Source: Page 1954, Continuous inspection schemes.
 *
 * @param target the required mean of the series, in its own unit; usually halfway between the acceptable mean and the
 *     mean that must be detected
 * @param threshold h, in the unit of the series, at least 0
 * @param sum S, in the unit of the series, at least 0
 * @param observations number of values in the sum
 * @param firstAlarm number of observations at which the threshold was first exceeded
 */
public record Cusum(double target, double threshold, double sum, long observations, OptionalLong firstAlarm) {

    public Cusum {
        DomainCheck.finite("target", target);
        DomainCheck.nonNegative("threshold", threshold);
        DomainCheck.nonNegative("sum", sum);
        if (observations < 0) {
            throw new IllegalArgumentException("observations must be at least 0, got " + observations);
        }
    }

    /** A chart that has seen nothing. */
    public static Cusum of(double target, double threshold) {
        return new Cusum(target, threshold, 0, 0, OptionalLong.empty());
    }

    /** The chart after one more value, which must be finite. */
    public Cusum next(double value) {
        DomainCheck.finite("value", value);
        double next = Math.max(0, sum + (target - value));
        long seen = observations + 1;
        boolean first = firstAlarm.isEmpty() && TieComparison.exceeds(next, threshold);
        return new Cusum(target, threshold, next, seen, first ? OptionalLong.of(seen) : firstAlarm);
    }

    /** True if the sum exceeds the threshold now. */
    public boolean alarmed() {
        return TieComparison.exceeds(sum, threshold);
    }

    /**
     * The chart of a whole series. Costs O(values).
     *
     * @param values finite; may be empty
     */
    public static Series series(double[] values, double target, double threshold) {
        DomainCheck.finite("values", values);
        double[] sums = new double[values.length];
        Cusum chart = of(target, threshold);
        for (int i = 0; i < values.length; i++) {
            chart = chart.next(values[i]);
            sums[i] = chart.sum();
        }
        return new Series(sums, chart);
    }

    /**
     * A chart with its history.
     *
     * @param sums S after each value
     * @param last the chart after the last value
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Series(double[] sums, Cusum last) {}
}
