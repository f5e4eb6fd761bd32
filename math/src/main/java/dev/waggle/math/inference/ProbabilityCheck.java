package dev.waggle.math.inference;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;

/**
 * Check of arguments that must be probabilities already, because masses would more likely be a mistake than a
 * shorthand.
 */
final class ProbabilityCheck {

    /** Tolerance of the sum around 1: figures rounded to six places and more pass. */
    static final double SUM_TOLERANCE = 1e-6;

    private ProbabilityCheck() {}

    /** Values of 0..1 that sum to 1 but for rounding, in a new array with the rounding taken out. At least one. */
    static double[] of(String name, double[] values) {
        double sum = CompensatedSum.of(DomainCheck.shares(name, values));
        if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
            throw new IllegalArgumentException(name + " must sum to 1, got " + sum + " from " + values.length
                    + " values\nMaybe normalise them first.");
        }
        return DomainCheck.distribution(name, values);
    }
}
