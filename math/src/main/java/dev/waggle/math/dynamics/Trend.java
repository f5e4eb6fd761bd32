package dev.waggle.math.dynamics;

import dev.waggle.math.Ties;

/** The straight line of least squares through evenly spaced values. */
final class Trend {

    private Trend() {}

    /** What is left of values[from] ... values[to - 1] without their line; 0 where that is mere rounding. */
    static double[] residuals(double[] values, int from, int to) {
        int count = to - from;
        double[] residuals = new double[count];
        double center = (count - 1) / 2.0;
        double mean = 0;
        double largest = 0;
        for (int i = 0; i < count; i++) {
            mean += (values[from + i] - mean) / (i + 1);
            largest = Math.max(largest, Math.abs(values[from + i]));
        }
        double products = 0;
        double squares = 0;
        for (int i = 0; i < count; i++) {
            products += (i - center) * (values[from + i] - mean);
            squares += (i - center) * (i - center);
        }
        double slope = count < 2 ? 0 : products / squares;
        for (int i = 0; i < count; i++) {
            double residual = values[from + i] - mean - slope * (i - center);
            residuals[i] = Math.abs(residual) <= Ties.TOLERANCE * largest ? 0 : residual;
        }
        return residuals;
    }
}
