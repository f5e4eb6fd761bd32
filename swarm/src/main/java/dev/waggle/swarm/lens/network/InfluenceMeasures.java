package dev.waggle.swarm.lens.network;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;

import dev.waggle.math.network.AlgebraicConnectivity;
import dev.waggle.math.network.Betweenness;
import dev.waggle.math.network.ConnectedComponents;
import dev.waggle.math.network.DominantNode;
import dev.waggle.math.network.GiniCoefficient;
import dev.waggle.math.network.InfluenceGraph;
import dev.waggle.math.network.PageRankCentrality;

/** Measures of an influence ledger; the graph is built on first use. */
final class InfluenceMeasures {

    /** Number of agents above which only the most connected are measured; a reading then takes some milliseconds. */
    static final int MAX_NODES = InfluenceGraph.MAX_NODES;

    /** Number of agents above which the dense decomposition takes more than about five milliseconds. */
    static final int MAX_FIEDLER = 250;

    /** Agents times pairs up to which shortest paths take a few milliseconds. */
    static final int MAX_PATHS = 20_000;

    /** Minimum of pairs: one pair has no shape. */
    private static final int MIN_EDGES = 2;

    private static final int MAX_CENTRAL = 3;

    private final InfluenceLedger ledger;
    private final int[] measured;
    /** Measured agents with influence in either direction, in the order of the nodes of the graph. */
    private final int[] connected;
    private final InfluenceGraph graph;
    private final double[] ranks;
    private final OptionalInt dominant;

    private InfluenceMeasures(InfluenceLedger ledger) {
        this.ledger = ledger;
        measured = measured(ledger);
        ranks = PageRankCentrality.scores(graph(ledger, measured));
        OptionalInt place = DominantNode.of(ranks);
        dominant = place.isPresent() ? OptionalInt.of(measured[place.getAsInt()]) : place;
        connected = Arrays.stream(measured).filter(agent -> ledger.degree(agent) > 0).toArray();
        graph = graph(ledger, connected);
    }

    /** Measures of that ledger; empty while there are too few pairs. */
    static Optional<InfluenceMeasures> of(InfluenceLedger ledger) {
        return ledger.edges() < MIN_EDGES ? Optional.empty() : Optional.of(new InfluenceMeasures(ledger));
    }

    /** Number of measured agents. */
    int measured() {
        return measured.length;
    }

    /** The agent of the highest PageRank; empty when it ties. */
    OptionalInt dominant() {
        return dominant;
    }

    /** Its share of all direct influence, 0..1. */
    double dominantShare() {
        return dominant.isPresent() ? ledger.share(dominant.getAsInt()) : 0;
    }

    /** The Gini coefficient of the PageRanks. */
    double concentration() {
        return GiniCoefficient.of(ranks);
    }

    /** Fiedler value; empty in a group that is too large for it. */
    OptionalDouble fiedlerValue() {
        return connected.length <= MAX_FIEDLER || ConnectedComponents.components(graph) > 1
                ? OptionalDouble.of(AlgebraicConnectivity.of(graph).value())
                : OptionalDouble.empty();
    }

    /** True if the group falls into more pieces without the dominant agent. */
    boolean isFragile() {
        int node = dominant.isPresent() ? Arrays.binarySearch(connected, dominant.getAsInt()) : -1;
        return node >= 0 && ConnectedComponents.componentsWithout(graph, node) > ConnectedComponents.components(graph);
    }

    /** Agents that neither influenced another nor were influenced. */
    int[] isolated() {
        return IntStream.range(0, ledger.agents()).filter(agent -> ledger.degree(agent) == 0).toArray();
    }

    /** Agents whose removal disconnects another. */
    int[] bridging() {
        return agents(ConnectedComponents.articulationPoints(graph));
    }

    /** Agents on most shortest paths, the most central first; none in too large a graph. */
    int[] central() {
        if ((long) graph.nodes() * graph.edges() > MAX_PATHS) {
            return new int[0];
        }
        double[] paths = Betweenness.scores(graph);
        return agents(IntStream.range(0, paths.length).filter(node -> paths[node] > 0).boxed()
                .sorted(Comparator.comparingDouble((Integer node) -> -paths[node])).limit(MAX_CENTRAL)
                .mapToInt(Integer::intValue).toArray());
    }

    private int[] agents(int[] nodes) {
        return Arrays.stream(nodes).map(node -> connected[node]).toArray();
    }

    /** The agents that are measured, in order. */
    private static int[] measured(InfluenceLedger ledger) {
        IntStream agents = IntStream.range(0, ledger.agents());
        return ledger.agents() <= MAX_NODES
                ? agents.toArray()
                : agents.boxed().sorted(Comparator.comparingInt((Integer agent) -> -ledger.degree(agent)))
                        .limit(MAX_NODES).mapToInt(Integer::intValue).sorted().toArray();
    }

    private static InfluenceGraph graph(InfluenceLedger ledger, int[] agents) {
        int[] places = new int[ledger.agents()];
        Arrays.fill(places, -1);
        for (int place = 0; place < agents.length; place++) {
            places[agents[place]] = place;
        }
        InfluenceGraph graph = new InfluenceGraph(Math.max(1, agents.length));
        ledger.forEachEdge((from, to, weight) -> {
            if (places[from] >= 0 && places[to] >= 0) {
                graph.add(places[from], places[to], Math.max(0, weight));
            }
        });
        return graph;
    }
}
