package dev.waggle.math.inference.crowd;

import java.util.Arrays;

/**
 * Fixed-point numbers, so that a sum has the same bits in every order and a term can be subtracted without a trace. An
 * EM iteration may amplify the last bit of a sum until another label leads.
 *
 * <ul>
 * <li>A probability is a {@code long} in units of 2^-34: a sum may have 2^29 terms.
 * <li>A logarithm is an {@code int} in units of 2^-24, so its size is below 128.
 * </ul>
 */
final class FixedPoint {

    /** The probability 1. */
    static final long ONE = 1L << 34;

    /** The logarithm 1. */
    private static final double LOG_ONE = 1 << 24;

    /** The mass 1 before it is normalised: the sum of 2^17 of them is exact in a double. */
    private static final double MASS_ONE = 1L << 36;

    private FixedPoint() {}

    /** Units of a probability, 0..1. */
    static long units(double probability) {
        return Math.round(probability * ONE);
    }

    /** The number of that many units. */
    static double value(long units) {
        return (double) units / ONE;
    }

    /** Units of a natural logarithm between -128 and 128. */
    static int log(double value) {
        return (int) Math.round(StrictMath.log(value) * LOG_ONE);
    }

    /** A positive mass that is to be normalised, as a whole number of units. */
    static double mass(double value) {
        return Math.rint(value * MASS_ONE);
    }

    /** Probabilities that are proportional to the exponentials of sums of logarithms. */
    static double[] softmax(long[] logs) {
        long max = Arrays.stream(logs).max().orElse(0);
        double[] masses = new double[logs.length];
        for (int i = 0; i < logs.length; i++) {
            masses[i] = mass(exp(logs[i] - max));
        }
        normalise(masses, 0);
        return masses;
    }

    /** The exponential of a sum of logarithms. */
    static double exp(long log) {
        return StrictMath.exp(log / LOG_ONE);
    }

    /** Divides masses, whole numbers of units, by their sum and that of further ones; equal parts if all are 0. */
    static void normalise(double[] masses, double further) {
        double sum = further;
        for (double mass : masses) {
            sum += mass;
        }
        for (int i = 0; i < masses.length; i++) {
            masses[i] = sum > 0 ? masses[i] / sum : 1.0 / masses.length;
        }
    }
}
