package dev.waggle.math.network;

import java.util.random.RandomGenerator;

/** Graphs for tests. */
final class Graphs {

    private Graphs() {}

    /** Graph of these pairs as edges, each of weight 1. */
    static InfluenceGraph of(int nodes, int... pairs) {
        InfluenceGraph graph = new InfluenceGraph(nodes);
        for (int i = 0; i < pairs.length; i += 2) {
            graph.add(pairs[i], pairs[i + 1], 1);
        }
        return graph;
    }

    static InfluenceGraph path(int nodes) {
        InfluenceGraph graph = new InfluenceGraph(nodes);
        for (int i = 1; i < nodes; i++) {
            graph.add(i - 1, i, 1);
        }
        return graph;
    }

    static InfluenceGraph ring(int nodes) {
        InfluenceGraph graph = path(nodes);
        graph.add(nodes - 1, 0, 1);
        return graph;
    }

    static InfluenceGraph star(int nodes) {
        InfluenceGraph graph = new InfluenceGraph(nodes);
        for (int i = 1; i < nodes; i++) {
            graph.add(0, i, 1);
        }
        return graph;
    }

    static InfluenceGraph complete(int nodes) {
        InfluenceGraph graph = new InfluenceGraph(nodes);
        for (int from = 0; from < nodes; from++) {
            for (int to = 0; to < from; to++) {
                graph.add(from, to, 1);
            }
        }
        return graph;
    }

    /** Graph of that many random edges, some of them twice, with weights from 0.1 to 1. */
    static InfluenceGraph random(RandomGenerator random, int nodes, int edges) {
        InfluenceGraph graph = new InfluenceGraph(nodes);
        for (int i = 0; i < edges && nodes > 1; i++) {
            int from = random.nextInt(nodes);
            int to = (from + 1 + random.nextInt(nodes - 1)) % nodes;
            graph.add(from, to, random.nextDouble(0.1, 1));
        }
        return graph;
    }

    /** The same graph with each node renamed. */
    static InfluenceGraph renamed(InfluenceGraph graph, int[] names) {
        InfluenceGraph renamed = new InfluenceGraph(graph.nodes());
        double heaviest = graph.heaviest();
        graph.read((from, to, share) -> renamed.add(names[from], names[to], share * heaviest));
        return renamed;
    }

    /** Random permutation of the numbers below a size. */
    static int[] permutation(RandomGenerator random, int size) {
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            int place = random.nextInt(i + 1);
            order[i] = order[place];
            order[place] = i;
        }
        return order;
    }

    /** The weights by row of origin. */
    static double[][] weights(InfluenceGraph graph) {
        double[][] weights = new double[graph.nodes()][graph.nodes()];
        for (int from = 0; from < graph.nodes(); from++) {
            for (int to = 0; to < graph.nodes(); to++) {
                weights[from][to] = graph.weight(from, to);
            }
        }
        return weights;
    }
}
