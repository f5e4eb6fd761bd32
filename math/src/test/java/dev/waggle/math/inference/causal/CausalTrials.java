package dev.waggle.math.inference.causal;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

import dev.waggle.math.inference.causal.CausalGraph.Edge;

/** Causal graphs, all of them or random ones, and their properties computed literally from the definitions. */
final class CausalTrials {

    private CausalTrials() {}

    /** All directed acyclic graphs over that many labelled variables. */
    static List<CausalGraph> all(int variables) {
        List<CausalGraph> graphs = new ArrayList<>();
        extend(variables, 0, 1, new ArrayList<>(), graphs);
        return graphs;
    }

    private static void extend(int variables, int a, int b, List<Edge> arrows, List<CausalGraph> graphs) {
        if (a >= variables - 1) {
            if (acyclic(variables, arrows)) {
                graphs.add(CausalGraph.of(variables, arrows));
            }
            return;
        }
        int nextA = b + 1 < variables ? a : a + 1;
        int nextB = b + 1 < variables ? b + 1 : a + 2;
        extend(variables, nextA, nextB, arrows, graphs);
        for (Edge arrow : List.of(new Edge(a, b), new Edge(b, a))) {
            arrows.add(arrow);
            extend(variables, nextA, nextB, arrows, graphs);
            arrows.removeLast();
        }
    }

    static boolean acyclic(int variables, List<Edge> arrows) {
        boolean[] gone = new boolean[variables];
        for (int round = 0; round < variables; round++) {
            for (int i = 0; i < variables; i++) {
                int variable = i;
                gone[i] |= arrows.stream().noneMatch(arrow -> arrow.to() == variable && !gone[arrow.from()]);
            }
        }
        for (boolean one : gone) {
            if (!one) {
                return false;
            }
        }
        return true;
    }

    /** A graph where each pair in a random order has an arrow with that probability. */
    static CausalGraph random(RandomGenerator random, int variables, double density) {
        int[] order = permutation(random, variables);
        List<Edge> arrows = new ArrayList<>();
        for (int i = 0; i < variables; i++) {
            for (int j = 0; j < i; j++) {
                if (random.nextDouble() < density) {
                    arrows.add(new Edge(order[j], order[i]));
                }
            }
        }
        return CausalGraph.of(variables, arrows);
    }

    static int[] permutation(RandomGenerator random, int size) {
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            int at = random.nextInt(i + 1);
            order[i] = order[at];
            order[at] = i;
        }
        return order;
    }

    /** The variables of a bit mask. */
    static int[] members(int mask) {
        List<Integer> members = new ArrayList<>();
        for (int i = 0; i < 31; i++) {
            if ((mask >> i & 1) == 1) {
                members.add(i);
            }
        }
        return members.stream().mapToInt(Integer::intValue).toArray();
    }

    static boolean in(int mask, int variable) {
        return (mask >> variable & 1) == 1;
    }

    /** True if some trail without repetition between the two is open, by the definition, trail by trail. */
    static boolean openTrail(CausalGraph graph, int x, int y, int given, boolean onlyIntoX) {
        for (int next = 0; next < graph.size(); next++) {
            boolean into = graph.causes(next, x);
            if ((into || (graph.causes(x, next) && !onlyIntoX)) && open(graph, x, next, y, given, 1 << x)) {
                return true;
            }
        }
        return false;
    }

    private static boolean open(CausalGraph graph, int before, int at, int y, int given, int trail) {
        if (at == y) {
            return true;
        }
        for (int next = 0; next < graph.size(); next++) {
            if (!in(trail, next) && (graph.causes(at, next) || graph.causes(next, at))) {
                boolean collider = graph.causes(before, at) && graph.causes(next, at);
                boolean passes = collider ? intersects(graph.descendants(at), given) : !in(given, at);
                if (passes && open(graph, at, next, y, given, trail | 1 << at)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean intersects(int[] variables, int mask) {
        for (int variable : variables) {
            if (in(mask, variable)) {
                return true;
            }
        }
        return false;
    }

    /** A linear model over the graph with weights of 0.5 to 1.5 and either sign. */
    static double[][] weights(RandomGenerator random, CausalGraph graph) {
        double[][] weights = new double[graph.size()][graph.size()];
        for (Edge arrow : graph.arrows()) {
            weights[arrow.to()][arrow.from()] = (random.nextBoolean() ? 1 : -1) * random.nextDouble(0.5, 1.5);
        }
        return weights;
    }

    /** Samples of a linear model with standard normal noise. */
    static double[][] samples(RandomGenerator random, CausalGraph graph, double[][] weights, int rows) {
        double[][] samples = new double[rows][graph.size()];
        for (double[] row : samples) {
            for (int i : graph.causesFirst()) {
                row[i] = random.nextGaussian();
                for (int cause : graph.parents(i)) {
                    row[i] += weights[i][cause] * row[cause];
                }
            }
        }
        return samples;
    }
}
