package dev.waggle.math.inference.causal;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.inference.causal.CausalGraph.Edge;

/**
 * Completed partially directed acyclic graph (CPDAG): the common part of all causal graphs with the same conditional
 * independences. Two graphs are Markov equivalent exactly when they have the same edges and the same colliders whose
 * causes are not joined (Verma and Pearl 1990). Observational data alone cannot distinguish the members of such a
 * class.
 *
 * @param variables number of variables
 * @param directed the edges that point the same way in each member, by cause and then by effect
 * @param undirected the edges that point one way in some members and the other way in others, by their first variable
 */
public record Cpdag(int variables, List<Edge> directed, List<Edge> undirected) {

    /** Maximum number of variables. */
    public static final int MAX_VARIABLES = 200;

    public Cpdag {
        directed = directed.stream().sorted(Edge.ORDER).toList();
        undirected = undirected.stream().sorted(Edge.ORDER).toList();
    }

    /**
     * The class of a causal graph: its edges, its colliders, and the directions that follow by the rules of Meek
     * (1995). O(n m) rounds of bit sets at worst, in practice few.
     *
     * @param graph of at most {@value #MAX_VARIABLES} variables
     */
    public static Cpdag of(CausalGraph graph) {
        atMostMaxVariables("graph", graph.size());
        PartiallyDirectedGraph pattern = new PartiallyDirectedGraph(graph.size());
        graph.arrows().forEach(arrow -> pattern.join(arrow.from(), arrow.to()));
        for (int effect = 0; effect < graph.size(); effect++) {
            int[] causes = graph.parentsOf(effect);
            for (int a : causes) {
                for (int b : causes) {
                    if (a != b && !pattern.adjacent(a, b)) {
                        pattern.direct(a, effect);
                    }
                }
            }
        }
        pattern.orientImpliedEdges();
        return of(pattern);
    }

    /**
     * Number of causal graphs in the class, 1 or more. Each group of variables that undirected edges join can be
     * oriented by itself, so their numbers multiply (He, Jia and Yu 2015). Fast for trees, complete groups and sparse
     * graphs.
     *
     * @return nothing when the count takes more than {@value OrientationCounter#MAX_STEPS} steps
     */
    public Optional<BigInteger> classSize() {
        return OrientationCounter.count(variables, undirected);
    }

    static Cpdag of(PartiallyDirectedGraph pattern) {
        return new Cpdag(pattern.size(), pattern.directed(), pattern.undirected());
    }

    static void atMostMaxVariables(String name, int variables) {
        if (variables > MAX_VARIABLES) {
            throw new IllegalArgumentException(
                    name + " must have at most " + MAX_VARIABLES + " variables, got " + variables);
        }
        DomainCheck.atLeast(name, variables, 0);
    }
}
