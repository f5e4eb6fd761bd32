package dev.waggle.math.network;

import org.jgrapht.Graph;
import org.jgrapht.graph.DefaultDirectedGraph;
import org.jgrapht.graph.DefaultDirectedWeightedGraph;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleGraph;

/** An influence graph as the graphs that JGraphT works on. O(nodes + edges) each. */
final class GraphProjection {

    private GraphProjection() {}

    /** One edge per unordered pair that has an edge in either direction; without weights. */
    static Graph<Integer, DefaultEdge> undirected(InfluenceGraph graph) {
        Graph<Integer, DefaultEdge> undirected = withNodes(new SimpleGraph<>(DefaultEdge.class), graph.nodes());
        graph.read((from, to, share) -> undirected.addEdge(from, to));
        return undirected;
    }

    /** The same edges without weights. */
    static Graph<Integer, DefaultEdge> directed(InfluenceGraph graph) {
        Graph<Integer, DefaultEdge> directed = withNodes(new DefaultDirectedGraph<>(DefaultEdge.class), graph.nodes());
        graph.read((from, to, share) -> directed.addEdge(from, to));
        return directed;
    }

    /** Each edge turned round, with its share of the heaviest weight. */
    static Graph<Integer, DefaultWeightedEdge> reversed(InfluenceGraph graph) {
        Graph<Integer, DefaultWeightedEdge> reversed = withNodes(
                new DefaultDirectedWeightedGraph<>(DefaultWeightedEdge.class), graph.nodes());
        graph.read((from, to, share) -> {
            DefaultWeightedEdge edge = new DefaultWeightedEdge();
            reversed.addEdge(to, from, edge);
            reversed.setEdgeWeight(edge, share);
        });
        return reversed;
    }

    private static <E> Graph<Integer, E> withNodes(Graph<Integer, E> graph, int nodes) {
        for (int node = 0; node < nodes; node++) {
            graph.addVertex(node);
        }
        return graph;
    }
}
