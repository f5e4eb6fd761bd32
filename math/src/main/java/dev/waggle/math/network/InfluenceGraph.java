package dev.waggle.math.network;

import java.util.Arrays;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * Directed graph of influence. An edge runs from the node that influences to the node that it influenced. Its weight,
 * above 0, is the accumulated influence. Opposition and abstention are not influence and have no edge.
 *
 * <p>It holds one weight per ordered pair, so its size follows the pairs that met and not the number of events. An
 * edge that is lighter than {@value TieComparison#TOLERANCE} of the heaviest edge counts as absent.
 *
 * <p>Mutable; owned by one thread.
 */
public final class InfluenceGraph {

    /** Twice the largest swarm; the dense steps of the measures then stay within 8 MB. */
    public static final int MAX_NODES = 1_000;

    /** Largest weight, such that sums and products of weights fit in a double. */
    public static final double MAX_WEIGHT = 1e100;

    /** The influenced nodes of each node in ascending order, filled to its degree. */
    private final int[][] targets;

    /** The weights of those edges. */
    private final double[][] weights;

    private final int[] degrees;
    private double heaviest;

    /**
     * A graph without edges.
     *
     * @param nodes 1..{@value #MAX_NODES}
     */
    public InfluenceGraph(int nodes) {
        checkSize(nodes);
        targets = new int[nodes][0];
        weights = new double[nodes][0];
        degrees = new int[nodes];
    }

    /**
     * Adds to the weight of an edge. O(log d + d) for the d edges that leave {@code from}.
     *
     * @param from the node that influences
     * @param to the node that was influenced; another node, as no node influences itself
     * @param weight finite, 0..{@value #MAX_WEIGHT}; 0 adds nothing
     */
    public void add(int from, int to, double weight) {
        DomainCheck.index("from", from, nodes());
        DomainCheck.index("to", to, nodes());
        DomainCheck.between("weight", weight, 0, MAX_WEIGHT);
        if (from == to) {
            throw new IllegalArgumentException("from and to must be two nodes, got " + from
                    + " twice\nMaybe leave out what a node says about its own contribution");
        }
        if (weight == 0) {
            return;
        }
        int place = Arrays.binarySearch(targets[from], 0, degrees[from], to);
        if (place < 0) {
            place = insert(from, -place - 1, to);
        }
        double sum = weights[from][place] + weight;
        DomainCheck.between("weight from " + from + " to " + to + " after adding", sum, 0, MAX_WEIGHT);
        weights[from][place] = sum;
        heaviest = Math.max(heaviest, sum);
    }

    public int nodes() {
        return degrees.length;
    }

    /** Number of ordered pairs with an edge. O(edges). */
    public int edges() {
        int edges = 0;
        for (int from = 0; from < nodes(); from++) {
            for (int i = 0; i < degrees[from]; i++) {
                edges += alive(weights[from][i]) ? 1 : 0;
            }
        }
        return edges;
    }

    /** The weight of an edge; 0 if there is none. O(log d). */
    public double weight(int from, int to) {
        DomainCheck.index("from", from, nodes());
        DomainCheck.index("to", to, nodes());
        int place = Arrays.binarySearch(targets[from], 0, degrees[from], to);
        return place >= 0 && alive(weights[from][place]) ? weights[from][place] : 0;
    }

    /** The largest weight; 0 without an edge. O(1). */
    public double heaviest() {
        return heaviest;
    }

    /** Reads an edge with its weight as a share of the heaviest, above {@value TieComparison#TOLERANCE}, at most 1. */
    @FunctionalInterface
    interface Reader {
        void edge(int from, int to, double share);
    }

    /** Every edge once, ordered by start and end. */
    void read(Reader reader) {
        for (int from = 0; from < nodes(); from++) {
            for (int i = 0; i < degrees[from]; i++) {
                if (alive(weights[from][i])) {
                    reader.edge(from, targets[from][i], weights[from][i] / heaviest);
                }
            }
        }
    }

    private boolean alive(double weight) {
        return weight > TieComparison.TOLERANCE * heaviest;
    }

    private int insert(int from, int place, int to) {
        int degree = degrees[from];
        if (degree == targets[from].length) {
            int room = Math.max(4, 2 * degree);
            targets[from] = Arrays.copyOf(targets[from], room);
            weights[from] = Arrays.copyOf(weights[from], room);
        }
        System.arraycopy(targets[from], place, targets[from], place + 1, degree - place);
        System.arraycopy(weights[from], place, weights[from], place + 1, degree - place);
        targets[from][place] = to;
        weights[from][place] = 0;
        degrees[from]++;
        return place;
    }

    private static void checkSize(int nodes) {
        if (nodes < 1 || nodes > MAX_NODES) {
            throw new IllegalArgumentException("nodes must be from 1 to " + MAX_NODES + ", got " + nodes);
        }
    }
}
