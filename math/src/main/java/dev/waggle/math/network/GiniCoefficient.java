package dev.waggle.math.network;

import java.util.Arrays;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;

/**
 * Gini coefficient of inequality (Gini 1912): half the mean absolute difference of two shares drawn with replacement,
 * over the mean,
 *
 * <p>G = sum over i of (2i - n - 1) x(i) / (n sum of x), with x in ascending order and i from 1.
 *
 * <p>0 when all have the same, and when there is nothing to share. O(n log n).
 */
public final class GiniCoefficient {

    private GiniCoefficient() {}

    /**
     * The coefficient, 0..(n-1)/n; the largest when one has all.
     *
     * @param values at least one, finite, at least 0
     */
    public static double of(double... values) {
        DomainCheck.atLeast("values.length", values.length, 1);
        double[] sorted = DomainCheck.nonNegative("values", values).clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double largest = sorted[n - 1];
        if (largest == 0) {
            return 0;
        }
        CompensatedSum weighted = new CompensatedSum();
        CompensatedSum total = new CompensatedSum();
        for (int i = 0; i < n; i++) {
            double value = sorted[i] / largest; // So that large values do not overflow.
            weighted.add((2.0 * i + 1 - n) * value);
            total.add(value);
        }
        return Math.clamp(weighted.get() / (n * total.get()), 0, (n - 1.0) / n);
    }

    /**
     * The coefficient times n/(n-1), 0..1, drawn without replacement: it compares groups of different size. 0 for one
     * value.
     *
     * @param values at least one, finite, at least 0
     */
    public static double unbiased(double... values) {
        double biased = of(values);
        int n = values.length;
        return n == 1 ? 0 : Math.min(1, biased * n / (n - 1.0));
    }
}
