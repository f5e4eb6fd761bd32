package dev.waggle.math.network;

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
}
