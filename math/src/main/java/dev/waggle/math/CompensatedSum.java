package dev.waggle.math;

/**
 * Compensated sums: the rounding error does not grow with the number of terms (Neumaier 1974, improved Kahan-Babuska
 * summation).
 */
public final class CompensatedSum {

    private double sum;
    private double lost;

    public CompensatedSum() {}

    /** The sum of these values; 0 for none. */
    public static double of(double... values) {
        CompensatedSum sums = new CompensatedSum();
        for (double value : values) {
            sums.add(value);
        }
        return sums.get();
    }

    public void add(double value) {
        double next = sum + value;
        lost += Math.abs(sum) >= Math.abs(value) ? (sum - next) + value : (value - next) + sum;
        sum = next;
    }

    public double get() {
        return sum + lost;
    }
}
