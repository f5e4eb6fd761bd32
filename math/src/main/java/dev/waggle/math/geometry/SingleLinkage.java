package dev.waggle.math.geometry;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * Single-linkage hierarchy of a cloud of points. Two points are in one cluster at a threshold when a chain of steps,
 * none longer than the threshold, leads from one to the other.
 *
 * <p>The hierarchy is the minimum spanning tree of the distances (Gower and Ross 1969), found once by Prim's
 * algorithm in O(n^2). Then each threshold costs O(n). Sources: Sneath 1957; Florek et al. 1951.
 */
public final class SingleLinkage {

    private final int size;
    private final List<Merge> merges;

    private SingleLinkage(int size, List<Merge> merges) {
        this.size = size;
        this.merges = merges;
    }

    /**
     * Two clusters that become one.
     *
     * @param from   a point of the one cluster
     * @param to     a point of the other, with a larger index; no two points of these clusters are closer
     * @param height their distance, at least 0: the threshold from which on the clusters are one
     */
    public record Merge(int from, int to, double height) {

        public Merge {
            DomainCheck.atLeast("from", from, 0);
            DomainCheck.atLeast("to", to, from + 1);
            DomainCheck.nonNegative("height", height);
        }
    }

    /**
     * The hierarchy of points under the Euclidean distance. O(n^2 d).
     *
     * @param points rows of one length, at most 2000; may be none
     */
    public static SingleLinkage ofPoints(double[][] points) {
        return of(DistanceMatrix.euclidean(points));
    }

    /**
     * The hierarchy of points with these distances. O(n^2).
     *
     * @param distances a square, symmetric matrix with zeros on the diagonal, at most 2000 rows; may be empty. Any
     *                  dissimilarity will do
     */
    public static SingleLinkage ofDistances(double[][] distances) {
        return of(DistanceMatrix.checked(distances));
    }

    /** The merges from the lowest to the highest, one fewer than points. */
    public List<Merge> merges() {
        return merges;
    }

    /**
     * The clusters at a threshold. Each lists its points in rising order; the clusters come in order of their first
     * points. No points, no clusters. A distance that ties with the threshold links.
     *
     * @param threshold finite, at least 0, in the unit of the distances
     */
    public int[][] clusters(double threshold) {
        int[] membership = membership(threshold);
        int count = 0;
        for (int cluster : membership) {
            count = Math.max(count, cluster + 1);
        }
        int[] sizes = new int[count];
        for (int cluster : membership) {
            sizes[cluster]++;
        }
        int[][] clusters = new int[count][];
        Arrays.setAll(clusters, cluster -> new int[sizes[cluster]]);
        int[] filled = new int[count];
        for (int point = 0; point < size; point++) {
            int cluster = membership[point];
            clusters[cluster][filled[cluster]++] = point;
        }
        return clusters;
    }

    /**
     * The cluster of each point at a threshold: clusters are counted from 0 in order of their first points.
     *
     * @param threshold finite, at least 0, in the unit of the distances
     */
    public int[] membership(double threshold) {
        DomainCheck.nonNegative("threshold", threshold);
        DisjointSets sets = new DisjointSets(size);
        for (Merge merge : merges) {
            if (TieComparison.atMost(merge.height(), threshold)) {
                sets.unite(merge.from(), merge.to());
            }
        }
        int[] numbers = new int[size];
        Arrays.fill(numbers, -1);
        int[] membership = new int[size];
        int count = 0;
        for (int point = 0; point < size; point++) {
            int root = sets.find(point);
            if (numbers[root] < 0) {
                numbers[root] = count++;
            }
            membership[point] = numbers[root];
        }
        return membership;
    }

    /** Prim's algorithm; the distances are known to be in order. */
    static SingleLinkage of(double[][] distances) {
        int size = distances.length;
        Merge[] merges = new Merge[Math.max(0, size - 1)];
        double[] nearest = new double[size];
        Arrays.fill(nearest, Double.POSITIVE_INFINITY);
        int[] neighbour = new int[size];
        boolean[] inside = new boolean[size];
        int newest = 0;
        for (int count = 0; count < merges.length; count++) {
            inside[newest] = true;
            double[] row = distances[newest];
            int next = -1;
            for (int point = 0; point < size; point++) {
                if (!inside[point]) {
                    if (row[point] < nearest[point]) {
                        nearest[point] = row[point];
                        neighbour[point] = newest;
                    }
                    if (next < 0 || nearest[point] < nearest[next]) {
                        next = point;
                    }
                }
            }
            int from = Math.min(next, neighbour[next]);
            merges[count] = new Merge(from, Math.max(next, neighbour[next]), nearest[next]);
            newest = next;
        }
        Arrays.sort(merges, Comparator.comparingDouble(Merge::height));
        return new SingleLinkage(size, List.of(merges));
    }
}
