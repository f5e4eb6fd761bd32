package dev.waggle.math.geometry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Loops of a Vietoris-Rips filtration: H1 over Z/2 by persistent cohomology. Owned by the call that made it.
 *
 * <p>The edges are ordered by length, and the rank of an edge is its place in that order. A triangle is named by the
 * rank of its longest edge and the vertex opposite to it, {@code rank * n + apex}. These names order the triangles as
 * the filtration does. Columns are edges from the longest to the shortest. The entries of a column are the triangles
 * over its edge, its pivot the earliest of them. Four observations limit the work:
 * <ol>
 * <li>Clearing (Chen and Kerber 2011): an edge of the minimum spanning tree ends a component and begins no loop.
 * <li>Apparent pairs (Bauer 2021): an edge that is the longest of some triangle dies in the first of these at once,
 * with length zero. No other column can own that pivot, so it is neither stored nor reduced. The rest are the edges
 * of the relative neighbourhood graph, few if points lie in few dimensions.
 * <li>Beyond the enclosing radius (the smallest distance within which one point sees all) the complex is a cone
 * without loops.
 * <li>Each pivot comes after the one before it, so a bit set is a column whose entries cost one step each.
 * </ol> O(n^3) time and n^3 / 16 bytes before any reduction. The reduction is at worst cubic in the number of
 * triangles, and close to linear for clouds.
 */
final class RipsCohomology {

    /** The scales at which a loop is born and dies. */
    record Loop(double birth, double death) {}

    private final int n;
    private final double[] lengths;
    private final int[][] ranks;
    private final int[] froms;
    private final int[] tos;
    /** Number of edges no longer than the enclosing radius; the first of the order. */
    private final int count;
    /** The apex of the first triangle with a longest edge of this rank; -1 for none. */
    private final int[] firstApex;
    /** The edges of each reduced column that has a pivot of its own. */
    private final Map<Integer, int[]> columns = new HashMap<>();
    private final BitSet triangles = new BitSet();
    private final BitSet edges = new BitSet();

    private RipsCohomology(double[][] distances) {
        n = distances.length;
        lengths = sortedLengths(distances);
        ranks = new int[n][n];
        froms = new int[lengths.length];
        tos = new int[lengths.length];
        rankEdges(distances);
        count = countWithin(enclosingRadius(distances));
        firstApex = new int[count];
        for (int rank = 0; rank < count; rank++) {
            firstApex[rank] = firstApex(rank);
        }
    }

    /** The loops of these distances that live longer than {@code shortest}, in no order. */
    static List<Loop> of(double[][] distances, double shortest) {
        List<Loop> loops = new ArrayList<>();
        if (distances.length > 3) {
            RipsCohomology rips = new RipsCohomology(distances);
            boolean[] inTree = rips.spanningTree();
            for (int rank = rips.count - 1; rank >= 0; rank--) {
                if (rips.firstApex[rank] < 0 && !inTree[rank]) {
                    double birth = rips.lengths[rank];
                    double death = rips.lengths[rips.reduce(rank) / rips.n];
                    if (death - birth > shortest) {
                        loops.add(new Loop(birth, death));
                    }
                }
            }
        }
        return loops;
    }

    private static double[] sortedLengths(double[][] distances) {
        int n = distances.length;
        double[] lengths = new double[n * (n - 1) / 2];
        int next = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                lengths[next++] = distances[i][j];
            }
        }
        Arrays.sort(lengths);
        return lengths;
    }

    /** Edges of one length are ranked by their points. */
    private void rankEdges(double[][] distances) {
        int[] taken = new int[lengths.length];
        for (int i = 0; i < n; i++) {
            ranks[i][i] = Integer.MAX_VALUE; // Beyond the radius: no triangle has a point twice.
            for (int j = i + 1; j < n; j++) {
                int first = firstNotBelow(distances[i][j]);
                int rank = first + taken[first]++;
                ranks[i][j] = rank;
                ranks[j][i] = rank;
                froms[rank] = i;
                tos[rank] = j;
            }
        }
    }

    private int firstNotBelow(double length) {
        int low = 0;
        int high = lengths.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (lengths[middle] < length) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static double enclosingRadius(double[][] distances) {
        int n = distances.length;
        double[] farthest = new double[n];
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                farthest[i] = Math.max(farthest[i], distances[i][j]);
                farthest[j] = Math.max(farthest[j], distances[i][j]);
            }
        }
        return Arrays.stream(farthest).min().orElse(0);
    }

    private int countWithin(double radius) {
        return firstNotBelow(Math.nextUp(radius));
    }

    private int firstApex(int rank) {
        int[] from = ranks[froms[rank]];
        int[] to = ranks[tos[rank]];
        for (int apex = 0; apex < n; apex++) {
            if (from[apex] < rank && to[apex] < rank) {
                return apex;
            }
        }
        return -1;
    }

    /** Kruskal's algorithm over the ranks, so that ties fall as they do in the columns. */
    private boolean[] spanningTree() {
        boolean[] inTree = new boolean[count];
        DisjointSets sets = new DisjointSets(n);
        for (int rank = 0; rank < count; rank++) {
            inTree[rank] = firstApex[rank] < 0 && sets.unite(froms[rank], tos[rank]);
        }
        return inTree;
    }

    /** Adds columns to an edge's column until no other owns its pivot, and returns the pivot. */
    private int reduce(int edge) {
        triangles.clear();
        edges.clear();
        add(edge);
        int pivot = triangles.nextSetBit(0);
        while (true) {
            int[] owner = owner(pivot);
            if (owner == null) {
                columns.put(pivot, edges.stream().toArray());
                return pivot;
            }
            for (int other : owner) {
                add(other);
            }
            pivot = triangles.nextSetBit(pivot);
        }
    }

    private int @Nullable [] owner(int pivot) {
        int longest = pivot / n;
        return firstApex[longest] == pivot % n ? new int[] {longest} : columns.get(pivot);
    }

    /** Adds the triangles over an edge, modulo 2. */
    private void add(int edge) {
        edges.flip(edge);
        int from = froms[edge];
        int to = tos[edge];
        int[] toFrom = ranks[from];
        int[] toTo = ranks[to];
        for (int apex = 0; apex < n; apex++) {
            int left = toFrom[apex];
            int right = toTo[apex];
            if (left < edge && right < edge) {
                triangles.flip(edge * n + apex);
            } else if (left < count && right < count) {
                triangles.flip(left > right ? left * n + to : right * n + from);
            }
        }
    }
}
