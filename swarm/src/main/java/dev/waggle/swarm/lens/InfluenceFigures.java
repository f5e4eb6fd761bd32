package dev.waggle.swarm.lens;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;

import dev.waggle.math.network.AlgebraicConnectivity;
import dev.waggle.math.network.Betweenness;
import dev.waggle.math.network.Connectedness;
import dev.waggle.math.network.Dominance;
import dev.waggle.math.network.GiniCoefficient;
import dev.waggle.math.network.InfluenceGraph;
import dev.waggle.math.network.PageRankCentrality;

/** The figures of an influence ledger: the graph is built when somebody asks, and only then. */
final class InfluenceFigures {

    /** Of more agents, the most connected are measured; a reading then takes some milliseconds. */
    static final int MOST_NODES = InfluenceGraph.MOST_NODES;

    /** The dense decomposition above takes more than about five milliseconds. */
    static final int MOST_FIEDLER = 250;

    /** Agents times pairs up to which shortest paths take a few milliseconds. */
    static final int MOST_PATHS = 20_000;

    /** One pair has no shape. */
    private static final int LEAST_EDGES = 2;

    private static final int MOST_CENTRAL = 3;

    private InfluenceFigures() {}

    static Optional<InfluenceGraphLens.InfluenceReading> of(InfluenceLedger ledger, List<String> ids) {
        if (ledger.edges() < LEAST_EDGES) {
            return Optional.empty();
        }
        int[] isolated = IntStream.range(0, ledger.agents()).filter(agent -> ledger.degree(agent) == 0).toArray();
        int[] all = measured(ledger);
        double[] ranks = PageRankCentrality.scores(graph(ledger, all));
        OptionalInt dominant = Dominance.of(ranks);
        int[] met = Arrays.stream(all).filter(agent -> ledger.degree(agent) > 0).toArray();
        InfluenceGraph graph = graph(ledger, met);
        OptionalDouble fiedler = met.length <= MOST_FIEDLER || Connectedness.components(graph) > 1
                ? OptionalDouble.of(AlgebraicConnectivity.of(graph).value())
                : OptionalDouble.empty();
        return Optional.of(new InfluenceGraphLens.InfluenceReading(
                dominant.isPresent() ? Optional.of(ids.get(all[dominant.getAsInt()])) : Optional.empty(),
                dominant.isPresent() ? ledger.share(all[dominant.getAsInt()]) : 0, GiniCoefficient.of(ranks), fiedler,
                dominant.isPresent() && isFragile(graph, Arrays.binarySearch(met, all[dominant.getAsInt()])),
                named(isolated, ids), named(of(met, Connectedness.articulationPoints(graph)), ids),
                named(of(met, central(graph)), ids), ledger.edges(), all.length));
    }

    private static boolean isFragile(InfluenceGraph graph, int node) {
        return node >= 0 && Connectedness.componentsWithout(graph, node) > Connectedness.components(graph);
    }

    /** The agents that are measured, in order. */
    private static int[] measured(InfluenceLedger ledger) {
        IntStream agents = IntStream.range(0, ledger.agents());
        return ledger.agents() <= MOST_NODES
                ? agents.toArray()
                : agents.boxed().sorted(Comparator.comparingInt((Integer agent) -> -ledger.degree(agent)))
                        .limit(MOST_NODES).mapToInt(Integer::intValue).sorted().toArray();
    }

    private static InfluenceGraph graph(InfluenceLedger ledger, int[] agents) {
        int[] places = new int[ledger.agents()];
        Arrays.fill(places, -1);
        for (int place = 0; place < agents.length; place++) {
            places[agents[place]] = place;
        }
        InfluenceGraph graph = new InfluenceGraph(Math.max(1, agents.length));
        ledger.read((from, to, weight) -> {
            if (places[from] >= 0 && places[to] >= 0) {
                graph.add(places[from], places[to], Math.max(0, weight));
            }
        });
        return graph;
    }

    /** The nodes through which most shortest paths lead, the most central first. */
    private static int[] central(InfluenceGraph graph) {
        if ((long) graph.nodes() * graph.edges() > MOST_PATHS) {
            return new int[0];
        }
        double[] paths = Betweenness.scores(graph);
        return IntStream.range(0, paths.length).filter(node -> paths[node] > 0).boxed()
                .sorted(Comparator.comparingDouble((Integer node) -> -paths[node])).limit(MOST_CENTRAL)
                .mapToInt(Integer::intValue).toArray();
    }

    private static int[] of(int[] agents, int[] places) {
        return Arrays.stream(places).map(place -> agents[place]).toArray();
    }

    private static List<String> named(int[] agents, List<String> ids) {
        List<String> names = new ArrayList<>(agents.length);
        for (int agent : agents) {
            names.add(ids.get(agent));
        }
        return names;
    }
}
