package dev.waggle.math.dynamics;

import java.util.OptionalDouble;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * Signs that a system of N agents is close to a phase transition from disorder to order: the fluctuations of its
 * order parameter m.
 *
 * <p>These are averages over independent samples of a system at rest. On a system that is still moving the plain
 * susceptibility counts the drift as fluctuation. {@link #detrendedSusceptibility} removes a steady drift. One short
 * series cannot place a transition.
 *
 * <p>Sources: Newman and Barkema 1999, Monte Carlo Methods in Statistical Physics; Binder 1981, Finite
 * size scaling analysis of Ising model block distribution functions.
 */
public final class PhaseTransition {

    private PhaseTransition() {}

    /**
     * N * (mean of m^2 - squared mean of m), population moments. At a transition it grows with N. Costs O(samples).
     *
     * @param samples of m, finite, at least one
     * @param agents N, at least 1
     * @return at least 0, in the unit of m squared; 0 for one sample
     */
    public static double susceptibility(double[] samples, int agents) {
        requireSamples(samples);
        return RunningVariance.of(samples).susceptibility(agents);
    }

    /**
     * The susceptibility of the samples after their least-squares straight line is subtracted. A
     * steady rise has none. Costs O(samples).
     *
     * @param samples of m in the order in which they were taken, finite, at least one
     * @param agents N, at least 1
     * @return at least 0 and at most the plain susceptibility; 0 for one or two samples
     */
    public static double detrendedSusceptibility(double[] samples, int agents) {
        requireSamples(samples);
        return RunningVariance.of(detrended(samples)).susceptibility(agents);
    }

    /**
     * Residuals of a series after its least-squares straight line is subtracted. A residual below the rounding of the
     * series is exactly 0. Costs O(series).
     *
     * @param series finite, evenly spaced; may be empty
     */
    public static double[] detrended(double[] series) {
        DomainCheck.finite("series", series);
        int count = series.length;
        double center = (count - 1) / 2.0;
        double mean = 0;
        double largest = 0;
        for (int i = 0; i < count; i++) {
            mean += (series[i] - mean) / (i + 1);
            largest = Math.max(largest, Math.abs(series[i]));
        }
        double products = 0;
        double squares = 0;
        for (int i = 0; i < count; i++) {
            products += (i - center) * (series[i] - mean);
            squares += (i - center) * (i - center);
        }
        double slope = count < 2 ? 0 : products / squares;
        double[] residuals = new double[count];
        for (int i = 0; i < count; i++) {
            double residual = series[i] - mean - slope * (i - center);
            residuals[i] = Math.abs(residual) <= TieComparison.TOLERANCE * largest ? 0 : residual;
        }
        return residuals;
    }

    /**
     * The Binder cumulant 1 - (mean of m^4) / (3 * squared mean of m^2). 2/3 when m is always one value or its opposite
     * (order), 0 when it is normal around 0 (disorder of a large system). Costs O(samples).
     *
     * @param samples of m, with its sign, finite, at least one
     * @return at most 2/3; empty when all samples are 0, for which it is not defined
     */
    public static OptionalDouble binderCumulant(double[] samples) {
        requireSamples(samples);
        double largest = 0;
        for (double sample : samples) {
            largest = Math.max(largest, Math.abs(sample));
        }
        if (largest == 0) {
            return OptionalDouble.empty();
        }
        double second = 0;
        double fourth = 0;
        for (double sample : samples) {
            double square = (sample / largest) * (sample / largest); // The cumulant has no unit; powers stay in range.
            second += square;
            fourth += square * square;
        }
        return OptionalDouble.of(1 - fourth * samples.length / (3 * second * second));
    }

    private static void requireSamples(double[] samples) {
        DomainCheck.atLeast("samples.length", DomainCheck.finite("samples", samples).length, 1);
    }
}
