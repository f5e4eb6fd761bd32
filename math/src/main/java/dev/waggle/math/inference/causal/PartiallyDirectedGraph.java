package dev.waggle.math.inference.causal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.waggle.math.inference.causal.CausalGraph.Edge;

/**
 * A graph with directions for some of its edges, while it is being oriented. Mutable; for one computation.
 *
 * <p>The rules of Meek (1995) direct an edge when the other direction would make a new collider or a directed cycle.
 */
final class PartiallyDirectedGraph {

    private final BitSet[] causes;
    private final BitSet[] effects;
    private final BitSet[] open;
    private final BitSet[] adjacent;

    PartiallyDirectedGraph(int variables) {
        this.causes = sets(variables);
        this.effects = sets(variables);
        this.open = sets(variables);
        this.adjacent = sets(variables);
    }

    int size() {
        return adjacent.length;
    }

    /** Adds an edge without a direction. */
    void join(int a, int b) {
        open[a].set(b);
        open[b].set(a);
        adjacent[a].set(b);
        adjacent[b].set(a);
    }

    /** Gives an edge without a direction one; an existing direction stays. */
    boolean direct(int from, int to) {
        if (!open[from].get(to)) {
            return false;
        }
        open[from].clear(to);
        open[to].clear(from);
        effects[from].set(to);
        causes[to].set(from);
        return true;
    }

    /** Marks an edge as contested: no rule uses it, but it still joins the two. */
    void contest(int a, int b) {
        open[a].clear(b);
        open[b].clear(a);
    }

    boolean adjacent(int a, int b) {
        return adjacent[a].get(b);
    }

    /** The variables that an edge without a direction joins with this one. */
    BitSet open(int variable) {
        return open[variable];
    }

    List<Edge> directed() {
        List<Edge> edges = new ArrayList<>();
        for (int from = 0; from < size(); from++) {
            for (int to = effects[from].nextSetBit(0); to >= 0; to = effects[from].nextSetBit(to + 1)) {
                edges.add(new Edge(from, to));
            }
        }
        return edges;
    }

    List<Edge> undirected() {
        List<Edge> edges = new ArrayList<>();
        for (int a = 0; a < size(); a++) {
            for (int b = open[a].nextSetBit(a + 1); b >= 0; b = open[a].nextSetBit(b + 1)) {
                edges.add(new Edge(a, b));
            }
        }
        return edges;
    }

    /**
     * Applies the rules until none applies, to all edges at once in each round, so that their order does not matter.
     *
     * @return edges that the rules direct both ways, which are contested then; none if some causal graph has these
     *        edges, directions and colliders
     */
    List<Edge> orientImpliedEdges() {
        List<Edge> contested = new ArrayList<>();
        Set<Edge> follow = following();
        while (!follow.isEmpty()) {
            for (Edge edge : follow) {
                if (follow.contains(new Edge(edge.to(), edge.from()))) {
                    contest(edge.from(), edge.to());
                    if (edge.from() < edge.to()) {
                        contested.add(edge);
                    }
                } else {
                    direct(edge.from(), edge.to());
                }
            }
            follow = following();
        }
        return contested;
    }

    private Set<Edge> following() {
        Set<Edge> follow = new LinkedHashSet<>();
        for (int a = 0; a < size(); a++) {
            for (int b = open[a].nextSetBit(0); b >= 0; b = open[a].nextSetBit(b + 1)) {
                if (mustPoint(a, b)) {
                    follow.add(new Edge(a, b));
                }
            }
        }
        return follow;
    }

    private boolean mustPoint(int a, int b) {
        return newCollider(a, b) || effects[a].intersects(causes[b]) || twoWaysRound(a, b) || longWayRound(a, b);
    }

    /** Rule 1: c -> a - b with c and b apart, because b -> a would make a collider. Rule 2 is a -> c -> b. */
    private boolean newCollider(int a, int b) {
        BitSet apart = (BitSet) causes[a].clone();
        apart.andNot(adjacent[b]);
        apart.clear(b);
        return !apart.isEmpty();
    }

    /** Rule 3: a - c -> b and a - d -> b with c and d apart. */
    private boolean twoWaysRound(int a, int b) {
        BitSet between = (BitSet) open[a].clone();
        between.and(causes[b]);
        for (int c = between.nextSetBit(0); c >= 0; c = between.nextSetBit(c + 1)) {
            BitSet apart = (BitSet) between.clone();
            apart.andNot(adjacent[c]);
            apart.clear(c);
            if (!apart.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Rule 4: a - c -> d -> b with c and b apart and a and d joined. */
    private boolean longWayRound(int a, int b) {
        BitSet ends = (BitSet) adjacent[a].clone();
        ends.and(causes[b]);
        for (int d = ends.nextSetBit(0); d >= 0; d = ends.nextSetBit(d + 1)) {
            BitSet starts = (BitSet) causes[d].clone();
            starts.and(open[a]);
            starts.andNot(adjacent[b]);
            starts.clear(b);
            if (!starts.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /**
     * A causal graph with these edges and directions and no other colliders, if there is one (Dor and Tarsi 1992).
     * Repeatedly removes a variable without effects, if its open neighbours are joined with all around it.
     */
    Optional<CausalGraph> extension() {
        List<Edge> arrows = new ArrayList<>(directed());
        BitSet left = new BitSet();
        left.set(0, size());
        boolean found = true;
        while (found && !left.isEmpty()) {
            found = false;
            for (int sink = left.nextSetBit(0); sink >= 0 && !found; sink = left.nextSetBit(sink + 1)) {
                found = canBeSink(sink, left);
                if (found) {
                    for (int cause = open[sink].nextSetBit(0); cause >= 0; cause = open[sink].nextSetBit(cause + 1)) {
                        if (left.get(cause)) {
                            arrows.add(new Edge(cause, sink));
                        }
                    }
                    left.clear(sink);
                }
            }
        }
        return left.isEmpty() ? Optional.of(CausalGraph.of(size(), arrows)) : Optional.empty();
    }

    private boolean canBeSink(int sink, BitSet left) {
        if (effects[sink].intersects(left)) {
            return false;
        }
        BitSet around = (BitSet) adjacent[sink].clone();
        around.and(left);
        for (int a = open[sink].nextSetBit(0); a >= 0; a = open[sink].nextSetBit(a + 1)) {
            if (left.get(a)) {
                BitSet apart = (BitSet) around.clone();
                apart.andNot(adjacent[a]);
                apart.clear(a);
                if (!apart.isEmpty()) {
                    return false;
                }
            }
        }
        return true;
    }

    private static BitSet[] sets(int variables) {
        BitSet[] sets = new BitSet[variables];
        Arrays.setAll(sets, _ -> new BitSet(variables));
        return sets;
    }
}
