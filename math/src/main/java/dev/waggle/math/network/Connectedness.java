package dev.waggle.math.network;

import java.util.Arrays;

import dev.waggle.math.Domain;
import org.jgrapht.Graph;
import org.jgrapht.alg.connectivity.BiconnectivityInspector;
import org.jgrapht.alg.connectivity.ConnectivityInspector;
import org.jgrapht.graph.DefaultEdge;

/** Which parts of an influence graph hang together, and on whom. Directions and weights are ignored throughout. */
public final class Connectedness {

    private Connectedness() {}

    /** The number of connected components, 1..n; a node without edges is one. O(n + edges). */
    public static int components(InfluenceGraph graph) {
        return components(Projection.undirected(graph));
    }

    /**
     * The number of components that are left when a node is taken out, 0..n-1; 0 when it was the only one.
     * O(n + edges).
     */
    public static int componentsWithout(InfluenceGraph graph, int node) {
        Domain.index("node", node, graph.nodes());
        Graph<Integer, DefaultEdge> rest = Projection.undirected(graph);
        rest.removeVertex(node);
        return components(rest);
    }

    /**
     * The nodes whose removal leaves more components than there were, in ascending order (Hopcroft and Tarjan 1973).
     * O(n + edges).
     */
    public static int[] articulationPoints(InfluenceGraph graph) {
        return new BiconnectivityInspector<>(Projection.undirected(graph)).getCutpoints().stream()
                .mapToInt(Integer::intValue).sorted().toArray();
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

    private static int components(Graph<Integer, DefaultEdge> graph) {
        return new ConnectivityInspector<>(graph).connectedSets().size();
    }
}
