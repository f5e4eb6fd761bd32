package dev.waggle.math;

/**
 * Comparisons of doubles that tolerate rounding: numbers that are equal on paper are equal. In binary 0.8 - 0.5 is
 * above 0.3; a threshold given in decimals must still be met. Two numbers tie when they differ by at most {@value
 * #TOLERANCE} of the larger. When both are below 1 they tie when they differ by at most {@value #TOLERANCE}. An
 * infinite number ties only with itself.
 */
public final class TieComparison {

    /** Thousands of roundings of a double, and far below any figure that people write down. */
    public static final double TOLERANCE = 1e-12;

    private TieComparison() {}

    /** True if they are equal but for rounding. */
    public static boolean equal(double left, double right) {
        double difference = Math.abs(left - right);
        double scale = Math.max(1, Math.max(Math.abs(left), Math.abs(right)));
        return left == right || (Double.isFinite(difference) && difference <= TOLERANCE * scale);
    }

    /** True if the left is smaller or ties. */
    public static boolean atMost(double left, double right) {
        return left <= right || equal(left, right);
    }

    /** True if the left is larger and does not tie. */
    public static boolean exceeds(double left, double right) {
        return left > right && !equal(left, right);
    }
}
