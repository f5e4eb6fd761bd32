package dev.waggle.math.inference.causal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;

import dev.waggle.math.DomainCheck;

/**
 * Directed acyclic graph over the variables 0 to n - 1. An arrow from a to b means that a is a direct cause of b
 * (Pearl 2009, Causality, 1.2). Immutable. A graph of n variables and m arrows takes O(n + m).
 */
public final class CausalGraph {

    /** Maximum number of variables. */
    public static final int MAX_VARIABLES = 10_000;

    private final int[][] parents;
    private final int[][] children;
    private final int[] order;

    /**
     * An edge between two different variables.
     *
     * @param from the cause; the smaller index if the edge has no direction
     * @param to the effect; the larger index if the edge has no direction
     */
    public record Edge(int from, int to) {

        /** By the first variable, then by the second. */
        static final Comparator<Edge> ORDER = Comparator.comparingInt(Edge::from).thenComparingInt(Edge::to);
    }

    private CausalGraph(int[][] parents, int[][] children) {
        this.parents = parents;
        this.children = children;
        this.order = causesFirst(parents, children);
    }

    /**
     * The graph with these arrows. The same arrow twice is one arrow. O(n + m log m).
     *
     * @param variables number of variables, 0 to {@value #MAX_VARIABLES}
     * @param arrows pairs of cause and effect, without a directed cycle
     */
    public static CausalGraph of(int variables, int[]... arrows) {
        DomainCheck.between("variables", variables, 0, MAX_VARIABLES);
        List<Edge> edges = new ArrayList<>(arrows.length);
        for (int k = 0; k < arrows.length; k++) {
            if (arrows[k].length != 2) {
                throw new IllegalArgumentException(
                        "arrows[" + k + "] must be a cause and an effect, got " + Arrays.toString(arrows[k]));
            }
            edges.add(new Edge(DomainCheck.index("arrows[" + k + "][0]", arrows[k][0], variables),
                    DomainCheck.index("arrows[" + k + "][1]", arrows[k][1], variables)));
        }
        return of(variables, edges);
    }

    /** The graph with these arrows between variables below that number. */
    static CausalGraph of(int variables, List<Edge> edges) {
        List<Edge> arrows = edges.stream().distinct().sorted(Edge.ORDER).toList();
        return new CausalGraph(neighbours(variables, arrows, Edge::to, Edge::from),
                neighbours(variables, arrows, Edge::from, Edge::to));
    }

    /** Number of variables. */
    public int size() {
        return parents.length;
    }

    /** True if the one is a direct cause of the other. */
    public boolean causes(int from, int to) {
        return Arrays.binarySearch(parents[variable("to", to)], variable("from", from)) >= 0;
    }

    /** The direct causes of a variable, ascending. */
    public int[] parents(int of) {
        return parents[variable("of", of)].clone();
    }

    /** The direct effects of a variable, ascending. */
    public int[] children(int of) {
        return children[variable("of", of)].clone();
    }

    /** The direct and indirect causes of these variables and they themselves, ascending. O(n + m). */
    public int[] ancestors(int... of) {
        return VariableSelection.of(ancestral(VariableSelection.marks("of", size(), of)));
    }

    /** The direct and indirect effects of these variables and they themselves, ascending. O(n + m). */
    public int[] descendants(int... of) {
        return VariableSelection.of(reached(children, VariableSelection.marks("of", size(), of)));
    }

    /** All variables, each after its causes. */
    public int[] causesFirst() {
        return order.clone();
    }

    /** All arrows, by cause and then by effect. */
    public List<Edge> arrows() {
        List<Edge> arrows = new ArrayList<>();
        for (int from = 0; from < size(); from++) {
            for (int to : children[from]) {
                arrows.add(new Edge(from, to));
            }
        }
        return arrows;
    }

    /** The same graph without the arrows that leave this variable. */
    public CausalGraph withoutEffectsOf(int variable) {
        variable("variable", variable);
        return of(size(), arrows().stream().filter(arrow -> arrow.from() != variable).toList());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CausalGraph graph && Arrays.deepEquals(parents, graph.parents);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(parents);
    }

    @Override
    public String toString() {
        return "CausalGraph[" + size() + " variables, " + arrows() + "]";
    }

    /** The parents themselves, for reading only. */
    int[] parentsOf(int variable) {
        return parents[variable];
    }

    /** The children themselves, for reading only. */
    int[] childrenOf(int variable) {
        return children[variable];
    }

    /** Marks of these variables and of all their causes. */
    boolean[] ancestral(boolean[] of) {
        return reached(parents, of);
    }

    private int variable(String name, int variable) {
        return DomainCheck.index(name, variable, size());
    }

    private static int[][] neighbours(int variables, List<Edge> arrows, ToIntFunction<Edge> of,
            ToIntFunction<Edge> neighbour) {
        int[] counts = new int[variables];
        for (Edge arrow : arrows) {
            counts[of.applyAsInt(arrow)]++;
        }
        int[][] neighbours = new int[variables][];
        Arrays.setAll(neighbours, i -> new int[counts[i]]);
        int[] filled = new int[variables];
        for (Edge arrow : arrows) {
            int at = of.applyAsInt(arrow);
            neighbours[at][filled[at]++] = neighbour.applyAsInt(arrow);
        }
        return neighbours;
    }

    private static boolean[] reached(int[][] neighbours, boolean[] start) {
        boolean[] reached = start.clone();
        int[] stack = new int[reached.length];
        int top = 0;
        for (int i = 0; i < start.length; i++) {
            if (start[i]) {
                stack[top++] = i;
            }
        }
        while (top > 0) {
            for (int next : neighbours[stack[--top]]) {
                if (!reached[next]) {
                    reached[next] = true;
                    stack[top++] = next;
                }
            }
        }
        return reached;
    }

    /** Removes variables without open causes; the remaining ones have a cycle (Kahn 1962). */
    private static int[] causesFirst(int[][] parents, int[][] children) {
        int[] open = new int[parents.length];
        int[] order = new int[parents.length];
        int known = 0;
        for (int i = 0; i < parents.length; i++) {
            open[i] = parents[i].length;
            if (open[i] == 0) {
                order[known++] = i;
            }
        }
        for (int head = 0; head < known; head++) {
            for (int child : children[order[head]]) {
                if (--open[child] == 0) {
                    order[known++] = child;
                }
            }
        }
        if (known < order.length) {
            throw new IllegalArgumentException("arrows must not form a cycle, got " + cycle(parents, open)
                    + "\nMaybe one variable stands for two moments in time: make them two variables");
        }
        return order;
    }

    /** Each variable that stayed open has an open cause: going from cause to cause must come back. */
    private static String cycle(int[][] parents, int[] open) {
        List<Integer> trail = new ArrayList<>();
        int at = 0;
        while (open[at] == 0) {
            at++;
        }
        while (!trail.contains(at)) {
            trail.add(at);
            int openCause = at;
            for (int parent : parents[at]) {
                if (open[parent] > 0) {
                    openCause = parent;
                }
            }
            at = openCause;
        }
        StringBuilder cycle = new StringBuilder().append(at);
        for (int k = trail.size() - 1; k >= trail.indexOf(at); k--) {
            cycle.append(" -> ").append(trail.get(k));
        }
        return cycle.toString();
    }
}
