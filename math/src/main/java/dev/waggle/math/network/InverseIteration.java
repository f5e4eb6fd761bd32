package dev.waggle.math.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.NormOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.dense.row.mult.VectorVectorMult_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * The second smallest eigenvalue of the Laplacian of a connected graph by deflated inverse iteration.
 *
 * <p>The constant vector has the eigenvalue 0 and is deflated by adding s/n to every element, with s the mean
 * diagonal. The result is positive definite and is decomposed once (Cholesky). The iterates are x(k+1) = (L + s/n)^-1
 * x(k), each made orthogonal to the earlier ones. The best combination of all iterates is taken, which gives the
 * smallest eigenvalue of L between them (Rayleigh and Ritz; Ericsson and Ruhe 1980). It is never below the wanted one
 * but for rounding. The iteration ends when |L x - value x| is at most {@value #TOLERANCE} of the bound on the
 * largest eigenvalue.
 *
 * <p>The start has no pattern. A start orthogonal to the wanted eigenvector, as an alternating one on an even ring,
 * would converge to a larger eigenvalue.
 */
final class InverseIteration {

    static final double TOLERANCE = 1e-10;

    /** Sparse, dense, ring, path and star graphs need 2..30. */
    private static final int MAX_STEPS = 120;

    private static final int STEPS_PER_CHECK = 4;

    /**
     * Result of the iteration.
     *
     * @param value at least 0, but for rounding
     * @param residual an eigenvalue lies within this distance of the value
     */
    record Eigenvalue(double value, double residual) {}

    private final Laplacian laplacian;
    private final LinearSolverDense<DMatrixRMaj> solver;

    /** The iterates, orthogonal to one another and to the constant vector, of length 1. */
    private final List<DMatrixRMaj> basis = new ArrayList<>();

    private final List<DMatrixRMaj> images = new ArrayList<>();

    private InverseIteration(Laplacian laplacian, LinearSolverDense<DMatrixRMaj> solver) {
        this.laplacian = laplacian;
        this.solver = solver;
    }

    /** Absent when rounding leaves the matrix indefinite or the iteration does not settle. */
    static Optional<Eigenvalue> on(Laplacian laplacian) {
        int nodes = laplacian.nodes();
        LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.chol(nodes);
        return solver.setA(laplacian.matrix(laplacian.meanStrength() / nodes))
                ? new InverseIteration(laplacian, solver).run()
                : Optional.empty();
    }

    private Optional<Eigenvalue> run() {
        DMatrixRMaj next = start(laplacian.nodes());
        double wanted = TOLERANCE * laplacian.norm();
        for (int step = 1; step <= MAX_STEPS; step++) {
            boolean exhausted = !appendToBasis(next);
            if (exhausted || step % STEPS_PER_CHECK == 0) {
                Eigenvalue best = best();
                if (best.residual() <= wanted) {
                    return Optional.of(best);
                }
            }
            if (exhausted) {
                return Optional.empty();
            }
            solver.solve(basis.getLast(), next);
        }
        return Optional.empty();
    }

    /** Adds the part of an iterate that is new; false when there is none. */
    private boolean appendToBasis(DMatrixRMaj iterate) {
        double before = NormOps_DDRM.normF(iterate);
        DMatrixRMaj part = iterate.copy();
        for (int pass = 0; pass < 2; pass++) { // The second removes the remainder of rounding.
            CommonOps_DDRM.add(part, -CommonOps_DDRM.elementSum(part) / part.numRows);
            for (DMatrixRMaj other : basis) {
                CommonOps_DDRM.addEquals(part, -VectorVectorMult_DDRM.innerProd(other, part), other);
            }
        }
        double length = NormOps_DDRM.normF(part);
        if (!(length > 1e-13 * before)) {
            return false;
        }
        CommonOps_DDRM.scale(1 / length, part);
        basis.add(part);
        images.add(laplacian.times(part));
        return true;
    }

    /** The smallest eigenvalue of the Laplacian between the stored iterates, with its residual. */
    private Eigenvalue best() {
        int size = basis.size();
        DMatrixRMaj projected = new DMatrixRMaj(size, size);
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                double element = VectorVectorMult_DDRM.innerProd(basis.get(i), images.get(j));
                projected.set(i, j, element);
                projected.set(j, i, element);
            }
        }
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(size, true, true);
        if (!eigen.decompose(projected)) {
            return new Eigenvalue(0, Double.POSITIVE_INFINITY);
        }
        int smallest = 0;
        for (int i = 1; i < size; i++) {
            if (eigen.getEigenvalue(i).getReal() < eigen.getEigenvalue(smallest).getReal()) {
                smallest = i;
            }
        }
        double value = eigen.getEigenvalue(smallest).getReal();
        DMatrixRMaj shares = eigen.getEigenVector(smallest);
        DMatrixRMaj rest = new DMatrixRMaj(laplacian.nodes(), 1);
        for (int i = 0; i < size; i++) {
            CommonOps_DDRM.addEquals(rest, shares.get(i), images.get(i));
            CommonOps_DDRM.addEquals(rest, -value * shares.get(i), basis.get(i));
        }
        return new Eigenvalue(value, NormOps_DDRM.normF(rest));
    }

    /** Numbers between -1 and 1 that follow no pattern (the finaliser of SplitMix64, Steele et al. 2014). */
    private static DMatrixRMaj start(int nodes) {
        DMatrixRMaj start = new DMatrixRMaj(nodes, 1);
        for (int node = 0; node < nodes; node++) {
            long bits = (node + 1) * 0x9E3779B97F4A7C15L;
            bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
            bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
            start.data[node] = (bits ^ (bits >>> 31)) * 0x1p-63;
        }
        return start;
    }
}
