package dev.waggle.math.dynamics;

import java.util.Arrays;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * Test of positive values for a power law. Large variation and skewness do not make one: a lognormal and an
 * exponential sample have them too.
 *
 * <p>Three models are fitted to all values by maximum likelihood. They are the power law from the smallest value, the
 * lognormal, and the exponential from the smallest value. The values are a power law only if {@link VuongTest}
 * favours it over both others. To judge the tail alone, pass the tail.
 *
 * <p>Source: Clauset, Shalizi and Newman 2009, Power-law distributions in empirical data, section 5.
 */
public sealed interface HeavyTail {

    /** Minimum number of values; fewer do not separate a power law from a lognormal with any certainty. */
    int MIN_VALUES = 50;

    /** True if the values should be called a power law. */
    boolean powerLaw();

    /**
     * Fewer than {@link #MIN_VALUES} values.
     *
     * @param count their number
     */
    record TooFew(int count) implements HeavyTail {

        @Override
        public boolean powerLaw() {
            return false;
        }
    }

    /**
     * All values tie.
     *
     * @param value that they have
     */
    record NoSpread(double value) implements HeavyTail {

        @Override
        public boolean powerLaw() {
            return false;
        }
    }

    /**
     * The fit and its rivals.
     *
     * @param fit of the power law to all values
     * @param overLognormal the power law compared with the lognormal
     * @param overExponential the power law compared with the exponential
     */
    record FittedTail(PowerLaw fit, VuongTest overLognormal, VuongTest overExponential) implements HeavyTail {

        @Override
        public boolean powerLaw() {
            return overLognormal.favoursFirst() && overExponential.favoursFirst();
        }
    }

    /**
     * Judges values. Costs O(n log n).
     *
     * @param values finite and above 0; may be empty
     */
    static HeavyTail of(double[] values) {
        PowerLaw.requirePositive(values);
        if (values.length < MIN_VALUES) {
            return new TooFew(values.length);
        }
        double min = Arrays.stream(values).min().orElseThrow();
        double max = Arrays.stream(values).max().orElseThrow();
        if (max - min <= TieComparison.TOLERANCE * max) {
            return new NoSpread(min);
        }
        PowerLaw fit = PowerLaw.fit(values, min);
        double[] powerLaw = new double[values.length];
        Arrays.setAll(powerLaw, i -> fit.logDensity(values[i]));
        return new FittedTail(fit, VuongTest.of(powerLaw, lognormal(values)),
                VuongTest.of(powerLaw, exponential(values, min, max)));
    }

    private static double[] lognormal(double[] values) {
        double[] logs = new double[values.length];
        Arrays.setAll(logs, i -> Math.log(values[i]));
        RunningVariance moments = RunningVariance.of(logs);
        double variance = moments.variance();
        double constant = 0.5 * Math.log(2 * Math.PI * DomainCheck.positive("variance of the logarithms", variance));
        double[] densities = new double[values.length];
        for (int i = 0; i < densities.length; i++) {
            double away = logs[i] - moments.mean();
            densities[i] = -logs[i] - constant - away * away / (2 * variance);
        }
        return densities;
    }

    private static double[] exponential(double[] values, double min, double max) {
        double mean = 0; // Of the excess over the least, in units of the most, so that it stays finite.
        for (int i = 0; i < values.length; i++) {
            mean += ((values[i] - min) / max - mean) / (i + 1);
        }
        double[] densities = new double[values.length];
        for (int i = 0; i < densities.length; i++) {
            densities[i] = -Math.log(mean) - Math.log(max) - (values[i] - min) / max / mean;
        }
        return densities;
    }
}
