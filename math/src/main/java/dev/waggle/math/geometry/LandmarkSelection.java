package dev.waggle.math.geometry;

import java.util.Arrays;

/**
 * Maxmin landmarks of a cloud: each is the farthest point from those before it (de Silva and Carlsson 2004; Gonzalez
 * 1985). No choice of as many points has a radius below half of this one. The first is a point with the farthest
 * neighbour, an end of the cloud; ties go to the smaller index. O(n (n + k)).
 */
final class LandmarkSelection {

    private final int[] points;
    private final double radius;

    private LandmarkSelection(int[] points, double radius) {
        this.points = points;
        this.radius = radius;
    }

    /**
     * At most that many landmarks; fewer when these already touch all points.
     *
     * @param distances known to be distances, at least one point
     */
    static LandmarkSelection of(double[][] distances, int max) {
        double[] nearest = new double[distances.length];
        Arrays.fill(nearest, Double.POSITIVE_INFINITY);
        int[] points = new int[Math.min(max, distances.length)];
        int count = 0;
        int next = endOf(distances);
        double radius = Double.POSITIVE_INFINITY;
        while (count < points.length && radius > 0) {
            points[count++] = next;
            double[] row = distances[next];
            int farthest = 0;
            for (int point = 0; point < nearest.length; point++) {
                nearest[point] = Math.min(nearest[point], row[point]);
                if (nearest[point] > nearest[farthest]) {
                    farthest = point;
                }
            }
            next = farthest;
            radius = nearest[farthest];
        }
        return new LandmarkSelection(Arrays.copyOf(points, count), radius);
    }

    /** Number of landmarks. */
    int count() {
        return points.length;
    }

    /** The distance within which each point has a landmark. */
    double radius() {
        return radius;
    }

    /** Their distances from one another. */
    double[][] among(double[][] distances) {
        double[][] among = new double[points.length][points.length];
        for (int i = 0; i < points.length; i++) {
            for (int j = 0; j < points.length; j++) {
                among[i][j] = distances[points[i]][points[j]];
            }
        }
        return among;
    }

    private static int endOf(double[][] distances) {
        int end = 0;
        double farthest = -1;
        for (int point = 0; point < distances.length; point++) {
            for (double distance : distances[point]) {
                if (distance > farthest) {
                    farthest = distance;
                    end = point;
                }
            }
        }
        return end;
    }
}
