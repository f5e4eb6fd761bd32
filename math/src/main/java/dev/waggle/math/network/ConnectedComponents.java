package dev.waggle.math.network;

import java.util.Arrays;

import dev.waggle.math.DomainCheck;

/** Connected components of an influence graph and their cut nodes. Directions and weights are ignored throughout. */
public final class ConnectedComponents {

    private static final int NOBODY = -1;

    private ConnectedComponents() {}

    /** The number of connected components, 1..n; a node without edges is one. O(n + edges). */
    public static int components(InfluenceGraph graph) {
        return AdjacencyIndex.of(graph).components(NOBODY);
    }

    /**
     * The number of components that are left when a node is taken out, 0..n-1; 0 when it was the only one.
     * O(n + edges).
     */
    public static int componentsWithout(InfluenceGraph graph, int node) {
        DomainCheck.index("node", node, graph.nodes());
        return AdjacencyIndex.of(graph).components(node);
    }

    /**
     * Articulation points: nodes with a removal that increases the number of components, in ascending order (Hopcroft
     * and Tarjan 1973). O(n + edges).
     */
    public static int[] articulationPoints(InfluenceGraph graph) {
        return AdjacencyIndex.of(graph).articulationPoints();
    }

    /** The nodes without any edge, in ascending order. O(n + edges). */
    public static int[] isolated(InfluenceGraph graph) {
        boolean[] met = new boolean[graph.nodes()];
        graph.read((from, to, share) -> {
            met[from] = true;
            met[to] = true;
        });
        int[] isolated = new int[graph.nodes()];
        int count = 0;
        for (int node = 0; node < met.length; node++) {
            if (!met[node]) {
                isolated[count++] = node;
            }
        }
        return Arrays.copyOf(isolated, count);
    }
}
