package dev.waggle.math.network;

import java.util.Optional;
import java.util.OptionalInt;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;
import org.jgrapht.alg.connectivity.KosarajuStrongConnectivityInspector;

/**
 * Eigenvector centrality without damping: the influence of a node is the influence of the nodes it influences
 * (Bonacich 1972). W v = lambda v, with lambda the largest eigenvalue of the weights W and v its only positive
 * eigenvector (Perron 1907, Frobenius 1912). That vector exists and is unique if every node reaches every other one.
 * On other graphs, such as one proposer and several voters, {@link PageRankCentrality} is the measure.
 *
 * <p>Found by inverse iteration from the upper bound max over i of (W v)(i)/v(i) (Collatz 1942, Noda 1971). It
 * converges quadratically, on periodic graphs too. Each step is an LU decomposition by EJML, O(n^3): about ten steps
 * of 25 ms for 500 nodes. So it is meant for a report and not for each round of a large swarm.
 */
public final class EigenvectorCentrality {

    /** The largest element of |W v - lambda v| as a share of lambda; scores below it are indistinguishable. */
    public static final double RESIDUAL = 1e-12;

    /** Quadratic convergence needs fewer than ten. */
    private static final int MAX_STEPS = 100;

    /** Distance of the shift from the eigenvalue, at which the matrix is singular. */
    private static final double ABOVE = 1 + 1e-14;

    private final double[] scores;
    private final double spectralRadius;

    private EigenvectorCentrality(double[] scores, double spectralRadius) {
        this.scores = scores;
        this.spectralRadius = spectralRadius;
    }

    /** The centrality; absent when some node does not reach some other one. A single node has score 1, radius 0. */
    public static Optional<EigenvectorCentrality> of(InfluenceGraph graph) {
        if (graph.nodes() == 1) {
            return Optional.of(new EigenvectorCentrality(new double[] {1}, 0));
        }
        if (!new KosarajuStrongConnectivityInspector<>(GraphProjection.directed(graph)).isStronglyConnected()) {
            return Optional.empty();
        }
        int n = graph.nodes();
        DMatrixRMaj weights = new DMatrixRMaj(n, n);
        graph.read((from, to, share) -> weights.data[from * n + to] = share);
        return Optional.of(iterate(weights, graph.heaviest()));
    }

    /** The scores by node, above 0 but for rounding; the largest is 1. */
    public double[] scores() {
        return scores.clone();
    }

    /** The largest eigenvalue lambda, in the unit of the weights; at least 0. */
    public double spectralRadius() {
        return spectralRadius;
    }

    /** The node with the highest score; absent when it ties. */
    public OptionalInt dominant() {
        return DominantNode.of(scores);
    }

    private static EigenvectorCentrality iterate(DMatrixRMaj weights, double unit) {
        int n = weights.numRows;
        LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.linear(n);
        DMatrixRMaj vector = new DMatrixRMaj(n, 1);
        vector.fill(1);
        DMatrixRMaj image = new DMatrixRMaj(n, 1);
        for (int step = 0; step < MAX_STEPS; step++) {
            CommonOps_DDRM.mult(weights, vector, image);
            double dot = 0;
            double square = 0;
            double upper = 0;
            for (int i = 0; i < n; i++) {
                dot += vector.data[i] * image.data[i];
                square += vector.data[i] * vector.data[i];
                upper = Math.max(upper, image.data[i] / vector.data[i]);
            }
            double radius = dot / square;
            double residual = 0;
            for (int i = 0; i < n; i++) {
                residual = Math.max(residual, Math.abs(image.data[i] - radius * vector.data[i]));
            }
            if (residual <= RESIDUAL * radius) {
                return new EigenvectorCentrality(vector.data, radius * unit);
            }
            DMatrixRMaj shifted = weights.copy();
            CommonOps_DDRM.scale(-1, shifted);
            for (int i = 0; i < n; i++) {
                shifted.data[i * n + i] += upper * ABOVE;
            }
            if (!solver.setA(shifted)) {
                break;
            }
            solver.solve(vector.copy(), vector);
            normalise(vector);
        }
        throw new IllegalArgumentException("graph must have a largest eigenvalue that can be told from the next one, "
                + "got " + n + " nodes\nMaybe its weights lie too far apart; PageRankCentrality takes every graph");
    }

    /** Divides by the largest element; elements of 0 or less by rounding become the least positive number. */
    private static void normalise(DMatrixRMaj vector) {
        double largest = CommonOps_DDRM.elementMax(vector);
        for (int i = 0; i < vector.numRows; i++) {
            vector.data[i] = Math.max(vector.data[i] / largest, Double.MIN_NORMAL);
        }
    }
}
