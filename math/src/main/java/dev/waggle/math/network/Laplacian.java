package dev.waggle.math.network;

import org.ejml.data.DMatrixRMaj;

/** The Laplacian of the undirected projection of a graph, with weights as shares of the heaviest edge. */
final class Laplacian {

    private final int[] ends;
    private final int[] otherEnds;
    private final double[] shares;

    /** The sum of the weights at each node. */
    private final double[] strengths;

    private Laplacian(int nodes, int edges) {
        ends = new int[edges];
        otherEnds = new int[edges];
        shares = new double[edges];
        strengths = new double[nodes];
    }

    /** O(n + edges). */
    static Laplacian of(InfluenceGraph graph) {
        Laplacian laplacian = new Laplacian(graph.nodes(), graph.edges());
        int[] next = {0};
        graph.read((from, to, share) -> laplacian.set(next[0]++, from, to, share));
        return laplacian;
    }

    private void set(int edge, int end, int otherEnd, double share) {
        ends[edge] = end;
        otherEnds[edge] = otherEnd;
        shares[edge] = share;
        strengths[end] += share;
        strengths[otherEnd] += share;
    }

    int nodes() {
        return strengths.length;
    }

    /** A bound on the largest eigenvalue: twice the heaviest node (Gershgorin 1931). */
    double norm() {
        double heaviest = 0;
        for (double strength : strengths) {
            heaviest = Math.max(heaviest, strength);
        }
        return 2 * heaviest;
    }

    /** The mean diagonal element. */
    double meanStrength() {
        double total = 0;
        for (double strength : strengths) {
            total += strength;
        }
        return total / nodes();
    }

    /** The dense matrix with this added to each element. O(n^2). */
    DMatrixRMaj matrix(double added) {
        int n = nodes();
        DMatrixRMaj matrix = new DMatrixRMaj(n, n);
        matrix.fill(added);
        for (int edge = 0; edge < ends.length; edge++) {
            matrix.data[ends[edge] * n + otherEnds[edge]] -= shares[edge];
            matrix.data[otherEnds[edge] * n + ends[edge]] -= shares[edge];
        }
        for (int node = 0; node < n; node++) {
            matrix.data[node * n + node] += strengths[node];
        }
        return matrix;
    }

    /** The product with a column. O(n + edges). */
    DMatrixRMaj times(DMatrixRMaj column) {
        DMatrixRMaj product = new DMatrixRMaj(nodes(), 1);
        for (int edge = 0; edge < ends.length; edge++) {
            double flow = shares[edge] * (column.data[ends[edge]] - column.data[otherEnds[edge]]);
            product.data[ends[edge]] += flow;
            product.data[otherEnds[edge]] -= flow;
        }
        return product;
    }
}
