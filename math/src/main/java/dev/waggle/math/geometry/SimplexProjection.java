package dev.waggle.math.geometry;

import java.util.Arrays;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;

/**
 * Euclidean projection of a point onto the probability simplex: x_i = max(0, y_i - t), with the one t for which they
 * sum to 1. A distribution is its own projection. Adding one number to all values changes nothing.
 *
 * <p>Sources: Held, Wolfe and Crowder 1974, Validation of subgradient optimization; Duchi et al. 2008. Cost O(n log n).
 */
public final class SimplexProjection {

    private SimplexProjection() {}

    /**
     * The nearest distribution, in a new array.
     *
     * @param point finite, at least one value
     */
    public static double[] of(double[] point) {
        DomainCheck.finite("point", point);
        DomainCheck.atLeast("length of point", point.length, 1);
        double[] rising = point.clone();
        Arrays.sort(rising);
        int last = rising.length - 1;
        double top = rising[last]; // Subtracted, so that huge values lose as little precision as possible.
        CompensatedSum sums = new CompensatedSum();
        double threshold = 0;
        for (int k = 1; k <= rising.length; k++) {
            double value = rising[last + 1 - k] - top;
            sums.add(Math.max(value, -2)); // From 1 below the top on, a value gets nothing.
            double candidate = (sums.get() - 1) / k;
            if (!(value > candidate)) {
                break;
            }
            threshold = candidate;
        }
        double[] nearest = new double[point.length];
        for (int i = 0; i < nearest.length; i++) {
            nearest[i] = Math.max(0, point[i] - top - threshold);
        }
        return nearest;
    }
}
