package dev.waggle.math.network;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Undirected adjacency index in two flat arrays: the neighbours of node i are those at the places from start(i) to
 * below start(i + 1). A pair with edges in both directions occurs twice. Walks use a stack of their own, so a long
 * chain of nodes needs no deep call stack.
 */
final class AdjacencyIndex {

    private final int[] start;
    private final int[] neighbours;

    private AdjacencyIndex(int[] start, int[] neighbours) {
        this.start = start;
        this.neighbours = neighbours;
    }

    static AdjacencyIndex of(InfluenceGraph graph) {
        int nodes = graph.nodes();
        int[] start = new int[nodes + 1];
        graph.read((from, to, share) -> {
            start[from + 1]++;
            start[to + 1]++;
        });
        for (int node = 0; node < nodes; node++) {
            start[node + 1] += start[node];
        }
        int[] next = Arrays.copyOf(start, nodes);
        int[] neighbours = new int[start[nodes]];
        graph.read((from, to, share) -> {
            neighbours[next[from]++] = to;
            neighbours[next[to]++] = from;
        });
        return new AdjacencyIndex(start, neighbours);
    }

    /** Number of components without that node, which need not exist. */
    int components(int without) {
        int nodes = start.length - 1;
        boolean[] met = new boolean[nodes];
        int[] stack = new int[nodes];
        int components = 0;
        for (int root = 0; root < nodes; root++) {
            if (met[root] || root == without) {
                continue;
            }
            components++;
            int depth = 0;
            met[root] = true;
            stack[depth++] = root;
            while (depth > 0) {
                int node = stack[--depth];
                for (int place = start[node]; place < start[node + 1]; place++) {
                    int other = neighbours[place];
                    if (!met[other] && other != without) {
                        met[other] = true;
                        stack[depth++] = other;
                    }
                }
            }
        }
        return components;
    }

    /**
     * Articulation points, found by a depth-first walk. A node other than the root is one when some child has no
     * other path further up. The root is one when it has two children.
     */
    int[] articulationPoints() {
        int nodes = start.length - 1;
        int[] found = new int[nodes]; // When a node was met, from 1.
        int[] low = new int[nodes]; // The earliest node that can be reached from below it.
        int[] next = Arrays.copyOf(start, nodes);
        int[] stack = new int[nodes];
        boolean[] cuts = new boolean[nodes];
        int time = 0;
        for (int root = 0; root < nodes; root++) {
            if (found[root] > 0) {
                continue;
            }
            int children = 0;
            int depth = 0;
            found[root] = ++time;
            low[root] = time;
            stack[0] = root;
            while (depth >= 0) {
                int node = stack[depth];
                if (next[node] < start[node + 1]) {
                    int other = neighbours[next[node]++];
                    if (found[other] > 0) {
                        low[node] = Math.min(low[node], found[other]);
                    } else {
                        found[other] = ++time;
                        low[other] = time;
                        stack[++depth] = other;
                    }
                    continue;
                }
                depth--;
                if (depth == 0) {
                    children++;
                } else if (depth > 0) {
                    int parent = stack[depth];
                    low[parent] = Math.min(low[parent], low[node]);
                    cuts[parent] |= low[node] >= found[parent];
                }
            }
            cuts[root] = children > 1;
        }
        return IntStream.range(0, nodes).filter(node -> cuts[node]).toArray();
    }
}
