package dev.waggle.math.network;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * Algebraic connectivity of a network (Fiedler 1973): the second smallest eigenvalue of the Laplacian of the
 * undirected projection. The Laplacian is L = D - A with A(i,j) = w(i,j) + w(j,i) and D the row sums of A. In the
 * unit of the weights, 0..n times the heaviest pair. Above 0 exactly when the graph is connected, and larger when it
 * takes more to cut it. 0 for one node.
 *
 * <p>A graph that falls apart is answered by its components, O(n + edges). Up to {@value #MAX_DENSE} nodes all
 * eigenvalues are found by EJML, O(n^3). Above, when that takes more than twice as long, {@link InverseIteration} is
 * used: one Cholesky decomposition, n^3/3 steps, 15..25 ms for 500 nodes.
 *
 * @param value the eigenvalue, at least 0
 * @param residual an eigenvalue lies within this distance of the value; at least 0, small beside the heaviest node
 */
public record AlgebraicConnectivity(double value, double residual) {

    /** Maximum number of nodes for which all eigenvalues are computed, in at most about 2 ms. */
    public static final int MAX_DENSE = 128;

    /** The smallest change of a double beside 1. */
    private static final double EPSILON = Math.ulp(1.0);

    /** The connectivity of a graph. */
    public static AlgebraicConnectivity of(InfluenceGraph graph) {
        if (ConnectedComponents.components(graph) > 1 || graph.nodes() == 1) {
            return new AlgebraicConnectivity(0, 0);
        }
        Laplacian laplacian = Laplacian.of(graph);
        AlgebraicConnectivity ofShares = graph.nodes() <= MAX_DENSE
                ? dense(laplacian)
                : InverseIteration.on(laplacian)
                        .map(found -> new AlgebraicConnectivity(found.value(), found.residual()))
                        .orElseGet(() -> dense(laplacian));
        return new AlgebraicConnectivity(
                Math.max(0, ofShares.value) * graph.heaviest(), ofShares.residual * graph.heaviest());
    }

    /** From all eigenvalues; the residual is the bound on the backward error of the symmetric QR algorithm. */
    static AlgebraicConnectivity dense(Laplacian laplacian) {
        int nodes = laplacian.nodes();
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(nodes, false, true);
        if (!eigen.decompose(laplacian.matrix(0))) {
            throw new IllegalArgumentException("graph must have a Laplacian whose eigenvalues can be found, got one of "
                    + nodes + " nodes\nMaybe its weights lie too far apart");
        }
        double smallest = Double.POSITIVE_INFINITY;
        double second = Double.POSITIVE_INFINITY;
        for (int i = 0; i < nodes; i++) {
            double value = eigen.getEigenvalue(i).getReal();
            if (value < smallest) {
                second = smallest;
                smallest = value;
            } else {
                second = Math.min(second, value);
            }
        }
        return new AlgebraicConnectivity(second, nodes * EPSILON * laplacian.norm());
    }
}
