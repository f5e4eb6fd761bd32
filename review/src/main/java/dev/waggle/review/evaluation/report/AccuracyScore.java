package dev.waggle.review.evaluation.report;

/**
 * Accuracy with ties sharing credit, and its interval of 95 % (Wilson 1927).
 *
 * <pre>
 *   centre = (a + z^2 / 2n) / (1 + z^2 / n)
 *   half   = z sqrt(a (1 - a) / n + z^2 / 4n^2) / (1 + z^2 / n),   z = 1.96
 * </pre>
 *
 * <p>Shared credits vary less than right and wrong answers, so for them the interval is a little too wide.
 *
 * @param items number of items; repeated predictions of an item are one
 * @param accuracy mean credit, 0..1; 0 without items
 * @param low low end, 0..accuracy
 * @param high high end, accuracy..1
 */
public record AccuracyScore(int items, double accuracy, double low, double high) {

    private static final double Z = 1.959963984540054;

    /** Score of the credits of items, each 0..1. Without items the interval is 0 to 1. */
    public static AccuracyScore of(double[] credits) {
        int n = credits.length;
        if (n == 0) {
            return new AccuracyScore(0, 0, 0, 1);
        }
        double sum = 0;
        for (double credit : credits) {
            sum += credit;
        }
        double mean = sum / n;
        double scale = 1 + Z * Z / n;
        double centre = (mean + Z * Z / (2.0 * n)) / scale;
        double half = Z * Math.sqrt(mean * (1 - mean) / n + Z * Z / (4.0 * n * n)) / scale;
        return new AccuracyScore(n, mean, Math.clamp(centre - half, 0, mean), Math.clamp(centre + half, mean, 1));
    }
}
