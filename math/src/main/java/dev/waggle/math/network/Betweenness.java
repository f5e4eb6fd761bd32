package dev.waggle.math.network;

import dev.waggle.math.DomainCheck;
import org.jgrapht.Graph;
import org.jgrapht.alg.scoring.BetweennessCentrality;
import org.jgrapht.graph.DefaultEdge;

/**
 * Betweenness centrality of a node, summed over the unordered pairs of other nodes. A pair adds the share of its
 * shortest paths that pass through the node (Freeman 1977). Directions and weights are ignored. The sum is not
 * normalised: 0..(n-1)(n-2)/2. Pairs without a path count 0.
 *
 * <p>By JGraphT (Brandes 2001), O(n m) for m undirected edges: about 0.25 s for 500 nodes with 3000 edges. So it is
 * meant for a report and not for each round of a large swarm.
 */
public final class Betweenness {

    /** Largest product of nodes and undirected edges; some seconds. */
    public static final int MAX_STEPS = 20_000_000;

    private Betweenness() {}

    /**
     * The scores, by node.
     *
     * @throws IllegalArgumentException above {@value #MAX_STEPS} nodes times edges, and when two nodes have more than
     *         2^63 shortest paths
     */
    public static double[] scores(InfluenceGraph graph) {
        Graph<Integer, DefaultEdge> undirected = GraphProjection.undirected(graph);
        long steps = (long) graph.nodes() * undirected.edgeSet().size();
        if (steps > MAX_STEPS) {
            throw new IllegalArgumentException("nodes times undirected edges must be at most " + MAX_STEPS + ", got "
                    + steps + "\nMaybe leave old edges out of the graph");
        }
        double[] scores = new double[graph.nodes()];
        try {
            new BetweennessCentrality<>(undirected, false,
                    BetweennessCentrality.OverflowStrategy.THROW_EXCEPTION_ON_OVERFLOW)
                    .getScores().forEach((node, score) -> scores[node] = score);
        } catch (ArithmeticException overflow) {
            throw new IllegalArgumentException(
                    "graph must have at most 2^63 shortest paths between two nodes, got more", overflow);
        }
        return DomainCheck.nonNegative("scores", scores);
    }
}
