package dev.waggle.math.dynamics.stability;

import dev.waggle.math.DomainCheck;

/**
 * Largest Lyapunov exponent of a measured series, by Rosenstein's method. Each delay vector is followed with its
 * nearest neighbour that is not near in time. The exponent is the slope of the mean log distance over the steps.
 *
 * <p>It needs hundreds of points. A debate of fifty rounds has no exponent, and the result reports that. Noise also
 * parts neighbours, so a positive slope is a sign of chaos only in deterministic dynamics. White noise jumps at once
 * and shows a poor {@code fit}.
 *
 * <p>Source: Rosenstein, Collins and De Luca 1993, A practical method for calculating largest Lyapunov exponents from
 * small data sets. Cost O(n² m + n k) for n points, dimension m and k steps.
 */
public final class RosensteinExponent {

    /** The fewest points: below, the nearest neighbours are too far for a linear region. */
    public static final int MIN_POINTS = 200;

    /** Maximum number of points: 25 million pairs. */
    public static final int MAX_POINTS = 5_000;

    /** Distances below this share of the range of the series are the same point met again. */
    private static final double COINCIDENCE = 1e-9;

    private RosensteinExponent() {}

    /**
     * Settings for reading the series.
     *
     * @param dimension values of a delay vector, at least 1
     * @param delay points between the values of a vector, at least 1
     * @param apart neighbours are more than this many points apart in time, at least 0 (Theiler window)
     * @param steps number of steps over which the neighbours are followed, at least 1
     */
    public record Reading(int dimension, int delay, int apart, int steps) {

        public Reading {
            DomainCheck.atLeast("dimension", dimension, 1);
            DomainCheck.atLeast("delay", delay, 1);
            DomainCheck.atLeast("apart", apart, 0);
            DomainCheck.atLeast("steps", steps, 1);
            if ((long) (dimension - 1) * delay + apart + steps > MIN_POINTS / 2) {
                throw new IllegalArgumentException("dimension, delay, apart and steps must together span at most "
                        + MIN_POINTS / 2 + " points, got " + dimension + ", " + delay + ", " + apart + ", " + steps);
            }
        }

        /**
         * Defaults for a process in rounds: pairs of successive values (one value can have two pasts) and neighbours
         * at least ten rounds apart. Four steps, as chaos of one bit per round fills the range in about seven.
         */
        public static Reading defaults() {
            return new Reading(2, 1, 10, 4);
        }
    }

    /** Result for a series. */
    public sealed interface Result {}

    /**
     * Too few points for an exponent.
     *
     * @param points their number
     * @param needed {@link #MIN_POINTS}
     */
    public record InsufficientData(int points, int needed) implements Result {}

    /**
     * The series comes back to the same points: it is constant or periodic, and nothing parts.
     *
     * @param share of the vectors that have a neighbour in the same place, 0.5..1
     */
    public record Recurrent(double share) implements Result {}

    /**
     * An estimate.
     *
     * @param exponent nats per step
     * @param fit share of the variance of the mean log distance that the line explains, 0..1
     * @param pairs of neighbours that were followed
     */
    public record Estimate(double exponent, double fit, int pairs) implements Result {}

    /** The exponent of a series, read by the defaults. */
    public static Result of(double[] series) {
        return of(series, Reading.defaults());
    }

    /**
     * The exponent of a series.
     *
     * @param series finite, at most {@value #MAX_POINTS} points
     */
    public static Result of(double[] series, Reading reading) {
        DomainCheck.finite("series", series);
        if (series.length > MAX_POINTS) {
            throw new IllegalArgumentException("series must have at most " + MAX_POINTS + " points, got "
                    + series.length + "\nMaybe the last " + MAX_POINTS + " do.");
        }
        if (series.length < MIN_POINTS) {
            return new InsufficientData(series.length, MIN_POINTS);
        }
        double range = range(series);
        int vectors = series.length - (reading.dimension - 1) * reading.delay - reading.steps;
        double[] logs = new double[reading.steps + 1];
        int[] counts = new int[reading.steps + 1];
        int same = 0;
        for (int i = 0; i < vectors; i++) {
            int neighbour = nearest(series, reading, vectors, i);
            if (range == 0 || distance(series, reading, i, neighbour) <= COINCIDENCE * range) {
                same++;
                continue;
            }
            for (int k = 0; k <= reading.steps; k++) {
                double distance = distance(series, reading, i + k, neighbour + k);
                if (distance > COINCIDENCE * range) {
                    logs[k] += Math.log(distance / range);
                    counts[k]++;
                }
            }
        }
        if (2 * same >= vectors) {
            return new Recurrent(same / (double) vectors);
        }
        return line(logs, counts);
    }

    private static double range(double[] series) {
        double min = series[0];
        double max = series[0];
        for (double value : series) {
            min = Math.min(min, value);
            max = Math.max(max, value);
        }
        return DomainCheck.finite("range of the series", max - min);
    }

    private static int nearest(double[] series, Reading reading, int vectors, int i) {
        int nearest = i;
        double min = Double.POSITIVE_INFINITY;
        for (int j = 0; j < vectors; j++) {
            if (Math.abs(i - j) > reading.apart) {
                double distance = distance(series, reading, i, j);
                if (distance < min) {
                    min = distance;
                    nearest = j;
                }
            }
        }
        return nearest;
    }

    /** The largest difference between the values of two delay vectors. */
    private static double distance(double[] series, Reading reading, int i, int j) {
        double largest = 0;
        for (int m = 0; m < reading.dimension; m++) {
            double difference = Math.abs(series[i + m * reading.delay] - series[j + m * reading.delay]);
            largest = Math.max(largest, difference);
        }
        return largest;
    }

    private static Estimate line(double[] logs, int[] counts) {
        ExponentialRate rate = ExponentialRate.none();
        int pairs = Integer.MAX_VALUE;
        for (int k = 0; k < logs.length; k++) {
            pairs = Math.min(pairs, counts[k]);
            rate = rate.after(Math.exp(logs[k] / Math.max(1, counts[k])));
        }
        return rate.verdict() instanceof ExponentialRate.Exponential line
                ? new Estimate(line.rate(), line.fit(), pairs)
                : new Estimate(0, 0, pairs);
    }
}
