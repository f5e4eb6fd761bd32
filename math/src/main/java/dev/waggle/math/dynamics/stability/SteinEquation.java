package dev.waggle.math.dynamics.stability;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * Stein equation A'PA - P = -Q, the Lyapunov equation of a process in rounds x_(t+1) = A x_t. With Q positive
 * definite, P is positive definite exactly when the spectral radius of A is below 1. Then V(x) = x'Px falls by x'Qx
 * each round, from every state, which proves stability.
 *
 * <p>Solved as the linear system (I - A' (x) A') vec P = vec Q. It has a unique solution exactly when no two
 * eigenvalues of A have the product 1. Cost O(n^6), hence the limit of the size.
 *
 * <p>Sources: Stein 1952; Lancaster and Rodman 1995; Khalil 2002.
 */
public final class SteinEquation {

    /** Maximum number of rows of A: 256 unknowns, a few milliseconds. */
    public static final int MAX_ROWS = 16;

    /** Distance of a product of two eigenvalues from 1 within which no digit of P is left. */
    private static final double NEAREST = 1e-12;

    private SteinEquation() {}

    /** Solution of the equation. */
    public sealed interface Solution {

        /** The largest modulus of an eigenvalue of A, at least 0. */
        double spectralRadius();
    }

    /**
     * The one solution.
     *
     * @param p the matrix P by rows; symmetric when Q is
     * @param positiveDefinite whether x'Px > 0 for each x other than 0
     * @param spectralRadius the largest modulus of an eigenvalue of A
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Unique(double[][] p, boolean positiveDefinite, double spectralRadius) implements Solution {}

    /**
     * No solution or infinitely many: two eigenvalues of A have the product 1.
     *
     * @param spectralRadius the largest modulus of an eigenvalue of A, at least 1 but for rounding
     */
    public record NotUnique(double spectralRadius) implements Solution {}

    /**
     * Solves A'PA - P = -Q.
     *
     * @param a square, finite, at most {@value #MAX_ROWS} rows
     * @param q of the size of A, finite
     */
    public static Solution solve(double[][] a, double[][] q) {
        DomainCheck.square("A", a);
        DomainCheck.square("Q", q);
        int size = a.length;
        if (size > MAX_ROWS) {
            throw new IllegalArgumentException("A must have at most " + MAX_ROWS + " rows, got " + size);
        }
        if (q.length != size) {
            throw new IllegalArgumentException(
                    "A and Q must have one size, got " + size + " and " + q.length + " rows");
        }
        Eigenvalues eigenvalues = Eigenvalues.of(a);
        if (reciprocal(eigenvalues)) {
            return new NotUnique(eigenvalues.radius());
        }
        LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.linear(size * size);
        DMatrixRMaj p = new DMatrixRMaj(size * size, 1);
        if (!solver.setA(system(a))) {
            return new NotUnique(eigenvalues.radius());
        }
        solver.solve(column(q), p);
        double[][] rows = rows(p, size, symmetric(q));
        return new Unique(rows, positiveDefinite(rows), eigenvalues.radius());
    }

    /** True if two eigenvalues, or one with itself, have the product 1. */
    private static boolean reciprocal(Eigenvalues values) {
        for (int i = 0; i < values.size(); i++) {
            for (int j = i; j < values.size(); j++) {
                double real = values.real()[i] * values.real()[j] - values.imaginary()[i] * values.imaginary()[j];
                double imaginary = values.real()[i] * values.imaginary()[j] + values.imaginary()[i] * values.real()[j];
                if (Math.hypot(real - 1, imaginary) <= NEAREST * Math.max(1, values.modulus(i))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Row (i, j), column (k, l): the coefficient of P_kl in (P - A'PA)_ij. */
    private static DMatrixRMaj system(double[][] a) {
        int size = a.length;
        DMatrixRMaj system = new DMatrixRMaj(size * size, size * size);
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                for (int k = 0; k < size; k++) {
                    for (int l = 0; l < size; l++) {
                        double identity = i == k && j == l ? 1 : 0;
                        system.unsafe_set(i * size + j, k * size + l, identity - a[k][i] * a[l][j]);
                    }
                }
            }
        }
        return system;
    }

    private static DMatrixRMaj column(double[][] q) {
        DMatrixRMaj column = new DMatrixRMaj(q.length * q.length, 1);
        for (int i = 0; i < q.length; i++) {
            for (int j = 0; j < q.length; j++) {
                column.unsafe_set(i * q.length + j, 0, q[i][j]);
            }
        }
        return column;
    }

    private static double[][] rows(DMatrixRMaj p, int size, boolean symmetric) {
        double[][] rows = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                double value = p.unsafe_get(i * size + j, 0);
                double mirrored = symmetric ? p.unsafe_get(j * size + i, 0) : value;
                rows[i][j] = DomainCheck.finite("P of these A and Q", value / 2 + mirrored / 2);
            }
        }
        return rows;
    }

    private static boolean symmetric(double[][] matrix) {
        for (int i = 0; i < matrix.length; i++) {
            for (int j = 0; j < i; j++) {
                if (matrix[i][j] != matrix[j][i]) {
                    return false;
                }
            }
        }
        return true;
    }

    /** True if the symmetric part has no eigenvalue at or below 0, but for rounding. */
    private static boolean positiveDefinite(double[][] matrix) {
        int size = matrix.length;
        DMatrixRMaj part = new DMatrixRMaj(size, size);
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                part.unsafe_set(i, j, matrix[i][j] / 2 + matrix[j][i] / 2);
            }
        }
        EigenDecomposition_F64<DMatrixRMaj> decomposition = DecompositionFactory_DDRM.eig(size, false, true);
        if (!decomposition.decompose(part)) {
            return false;
        }
        double min = Double.POSITIVE_INFINITY;
        double max = 0;
        for (int i = 0; i < size; i++) {
            min = Math.min(min, decomposition.getEigenvalue(i).real);
            max = Math.max(max, Math.abs(decomposition.getEigenvalue(i).real));
        }
        return min > TieComparison.TOLERANCE * max;
    }
}
