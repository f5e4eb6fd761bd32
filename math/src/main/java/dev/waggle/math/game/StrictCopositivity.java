package dev.waggle.math.game;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * Test of a quadratic form for strict copositivity in some of its variables. It holds when z C z is above 0 for all z
 * but 0. The first {@code free} entries of z may have any sign, the others are at least 0.
 *
 * <p>The free variables are minimised away. Their part must be positive definite, and its Schur complement S remains.
 * The least z S z over the simplex lies at an inner point of a face at which S z is constant (Karush, Kuhn, Tucker).
 * If that point is not unique it can be moved to a smaller face, so all faces are tried.
 */
final class StrictCopositivity {

    /** Maximum number of variables that must not be negative: 65,536 faces. */
    static final int MAX_SIZE = 16;

    private StrictCopositivity() {}

    /**
     * True if the form is strictly copositive by more than rounding.
     *
     * @param form symmetric, entries of about 1; true when it is empty
     * @param free number of first variables that may be negative
     */
    static boolean holds(double[][] form, int free) {
        int bound = form.length - free;
        if (bound > MAX_SIZE) {
            throw new IllegalArgumentException("payoffs must have at most " + MAX_SIZE
                    + " best answers that are not played, got " + bound
                    + "\nMaybe some strategies are the same and can be counted as one.");
        }
        return positiveDefinite(form, free) && strictlyCopositive(complement(form, free));
    }

    private static boolean positiveDefinite(double[][] form, int size) {
        if (size == 0) {
            return true;
        }
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(size, false, true);
        if (!eigen.decompose(part(form, 0, size, 0, size))) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (!(eigen.getEigenvalue(i).getReal() > PayoffMatrix.TOLERANCE)) {
                return false;
            }
        }
        return true;
    }

    /** Schur complement: the form in the bound variables when the free ones take their best values. */
    private static double[][] complement(double[][] form, int free) {
        int all = form.length;
        DMatrixRMaj rest = part(form, free, all, free, all);
        if (free > 0 && free < all) {
            DMatrixRMaj coupling = part(form, 0, free, free, all);
            DMatrixRMaj reply = new DMatrixRMaj(free, all - free);
            LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.symmPosDef(free);
            if (!solver.setA(part(form, 0, free, 0, free))) {
                throw new IllegalStateException("A positive definite form must have a Cholesky root");
            }
            solver.solve(coupling.copy(), reply);
            CommonOps_DDRM.multAddTransA(-1, coupling, reply, rest);
        }
        double[][] rows = new double[all - free][all - free];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < rows.length; j++) {
                rows[i][j] = rest.get(i, j);
            }
        }
        return rows;
    }

    private static boolean strictlyCopositive(double[][] form) {
        IndifferenceSolver solver = new IndifferenceSolver();
        double[] point = new double[form.length];
        for (int face = 1; face < 1 << form.length; face++) {
            int[] members = IndifferenceSolver.members(face);
            if (solver.solve(form, members, members, point) && inside(point)
                    && !(PayoffMatrix.mean(point, PayoffMatrix.against(form, point)) > PayoffMatrix.TOLERANCE)) {
                return false;
            }
        }
        return true;
    }

    private static boolean inside(double[] point) {
        for (double part : point) {
            if (!(part >= 0)) {
                return false;
            }
        }
        return true;
    }

    private static DMatrixRMaj part(double[][] form, int fromRow, int toRow, int fromColumn, int toColumn) {
        DMatrixRMaj part = new DMatrixRMaj(toRow - fromRow, toColumn - fromColumn);
        for (int i = fromRow; i < toRow; i++) {
            for (int j = fromColumn; j < toColumn; j++) {
                part.set(i - fromRow, j - fromColumn, form[i][j]);
            }
        }
        return part;
    }
}
