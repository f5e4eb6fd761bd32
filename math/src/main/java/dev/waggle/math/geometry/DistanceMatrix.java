package dev.waggle.math.geometry;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/** Matrices of distances, computed from points or given and checked. */
final class DistanceMatrix {

    /** Largest number of points; a larger matrix would take more than 32 MB. */
    static final int MAX_POINTS = 2_000;

    private DistanceMatrix() {}

    /**
     * The Euclidean distances of points. O(n^2 d) for n points with d coordinates.
     *
     * @param points at most {@value #MAX_POINTS} rows of one length, at least one coordinate each; may be none
     */
    static double[][] euclidean(double[][] points) {
        atMost("points", points.length);
        DomainCheck.matrix("points", points);
        if (points.length > 0 && points[0].length == 0) {
            throw new IllegalArgumentException("points[0] must have at least one coordinate, got none");
        }
        double[][] distances = new double[points.length][points.length];
        for (int i = 0; i < points.length; i++) {
            for (int j = 0; j < i; j++) {
                double distance = euclidean(points[i], points[j]);
                if (!(distance <= Double.MAX_VALUE)) {
                    throw new IllegalArgumentException("points[" + j + "] and points[" + i
                            + "] must have a finite distance, got " + distance);
                }
                distances[i][j] = distance;
                distances[j][i] = distance;
            }
        }
        return distances;
    }

    /**
     * These distances, when they are: a square, symmetric matrix of finite numbers, none below 0 and zeros on the
     * diagonal. The triangle inequality is not asked for. O(n^2).
     *
     * @param distances at most {@value #MAX_POINTS} rows; may be none
     */
    static double[][] checked(double[][] distances) {
        atMost("distances", distances.length);
        if (distances.length == 0) {
            return distances;
        }
        DomainCheck.square("distances", distances);
        for (int i = 0; i < distances.length; i++) {
            if (distances[i][i] != 0) {
                throw new IllegalArgumentException(
                        "distances[" + i + "][" + i + "] must be 0, got " + distances[i][i]
                                + "\nMaybe these are similarities, not distances.");
            }
            DomainCheck.nonNegative("distances[" + i + "]", distances[i]);
            for (int j = 0; j < i; j++) {
                if (!TieComparison.equal(distances[i][j], distances[j][i])) {
                    throw new IllegalArgumentException("distances must be symmetric, got " + distances[i][j] + " in ["
                            + i + "][" + j + "] and " + distances[j][i] + " in [" + j + "][" + i + "]");
                }
            }
        }
        return distances;
    }

    /** The largest of them; 0 for none. */
    static double diameter(double[][] distances) {
        double diameter = 0;
        for (double[] row : distances) {
            for (double distance : row) {
                diameter = Math.max(diameter, distance);
            }
        }
        return diameter;
    }

    private static void atMost(String name, int count) {
        if (count > MAX_POINTS) {
            throw new IllegalArgumentException(name + " must be at most " + MAX_POINTS + ", got " + count
                    + "\nMaybe a sample of them tells enough.");
        }
    }

    /** Four sums side by side: less rounding than one, and no addition waits for the one before it. */
    private static double euclidean(double[] left, double[] right) {
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        int k = 0;
        for (; k + 3 < left.length; k += 4) {
            double first = left[k] - right[k];
            double second = left[k + 1] - right[k + 1];
            double third = left[k + 2] - right[k + 2];
            double fourth = left[k + 3] - right[k + 3];
            a += first * first;
            b += second * second;
            c += third * third;
            d += fourth * fourth;
        }
        for (; k < left.length; k++) {
            double difference = left[k] - right[k];
            a += difference * difference;
        }
        double square = (a + b) + (c + d);
        boolean precise = square > 0x1p-900 && square < 0x1p900;
        return precise ? Math.sqrt(square) : scaled(left, right);
    }

    /** The same when squares would overflow or vanish. */
    private static double scaled(double[] left, double[] right) {
        double largest = 0;
        for (int k = 0; k < left.length; k++) {
            largest = Math.max(largest, Math.abs(left[k] - right[k]));
        }
        if (largest == 0 || largest == Double.POSITIVE_INFINITY) {
            return largest;
        }
        double square = 0;
        for (int k = 0; k < left.length; k++) {
            double share = (left[k] - right[k]) / largest;
            square += share * share;
        }
        return largest * Math.sqrt(square);
    }
}
