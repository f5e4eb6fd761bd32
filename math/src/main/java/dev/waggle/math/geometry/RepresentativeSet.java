package dev.waggle.math.geometry;

import java.util.Arrays;

import dev.waggle.math.DomainCheck;

/**
 * Maxmin representatives of many distributions under the total variation: each is the farthest from those before it
 * (Gonzalez 1985; de Silva and Carlsson 2004). No choice of as many has a radius below half of this one. The first is
 * the farthest from the first distribution given; ties go to the smaller index. Clusters of the representatives, and
 * gaps between them, equal those of all distributions but for twice the radius.
 *
 * @param points their indices in the order in which they were chosen
 * @param nearest the index in that list of the representative nearest to each distribution
 * @param radius the distance within which each distribution has a representative, 0..1
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record RepresentativeSet(int[] points, int[] nearest, double radius) {

    /**
     * At most that many representatives; fewer when these already meet all distributions. No matrix of distances is
     * made: O(n k p) for k representatives of n distributions of p labels.
     *
     * @param distributions masses by label, rows of one length, at least one
     * @param max at least 1
     */
    public static RepresentativeSet ofTotalVariation(double[][] distributions, int max) {
        double[][] shares = OptimalTransport.shares(distributions);
        DomainCheck.atLeast("distributions.length", shares.length, 1);
        DomainCheck.atLeast("most", max, 1);
        double[] distances = new double[shares.length];
        Arrays.fill(distances, Double.POSITIVE_INFINITY);
        int next = closer(shares, 0, distances.clone(), new int[shares.length], 0);
        int[] nearest = new int[shares.length];
        int[] points = new int[Math.min(max, shares.length)];
        int count = 0;
        double radius = Double.POSITIVE_INFINITY;
        while (count < points.length && radius > 0) {
            points[count] = next;
            next = closer(shares, next, distances, nearest, count++);
            radius = distances[next];
        }
        return new RepresentativeSet(Arrays.copyOf(points, count), nearest, radius);
    }

    /** Adds a representative and returns the point now farthest from all of them. */
    private static int closer(double[][] shares, int point, double[] distances, int[] nearest, int place) {
        int farthest = 0;
        for (int i = 0; i < shares.length; i++) {
            double distance = OptimalTransport.halfDifference(shares[point], shares[i]);
            if (distance < distances[i]) {
                distances[i] = distance;
                nearest[i] = place;
            }
            if (distances[i] > distances[farthest]) {
                farthest = i;
            }
        }
        return farthest;
    }
}
