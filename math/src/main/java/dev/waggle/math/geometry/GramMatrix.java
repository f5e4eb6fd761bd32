package dev.waggle.math.geometry;

import java.util.Arrays;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/** Singular values as the roots of the eigenvalues of A'A or AA', whichever is smaller. */
final class GramMatrix {

    private GramMatrix() {}

    /** A'A when there are at least as many rows as columns, else AA'. O(n p min(n, p)). */
    static DMatrixRMaj ofSmaller(DMatrixRMaj matrix) {
        int side = Math.min(matrix.numRows, matrix.numCols);
        DMatrixRMaj gram = new DMatrixRMaj(side, side);
        if (matrix.numRows < matrix.numCols) {
            CommonOps_DDRM.multOuter(matrix, gram);
        } else {
            CommonOps_DDRM.multInner(matrix, gram);
        }
        return gram;
    }

    /** The roots of the eigenvalues, falling. O(side³). */
    static double[] singularValues(DMatrixRMaj gram) {
        EigenDecomposition_F64<DMatrixRMaj> decomposition = DecompositionFactory_DDRM.eig(gram.numRows, false, true);
        if (!decomposition.decompose(gram)) {
            throw new IllegalArgumentException("stances must have singular values that the QR algorithm finds, got "
                    + gram.numRows + " of them where it does not");
        }
        double[] roots = new double[gram.numRows];
        for (int i = 0; i < roots.length; i++) {
            roots[i] = Math.sqrt(Math.max(0, decomposition.getEigenvalue(i).real));
        }
        return falling(roots, roots.length);
    }

    /** The share of the largest singular value below which squaring has left only rounding. */
    static double resolution(int rows, int columns) {
        return Math.sqrt(Math.max(rows, columns) * Math.ulp(1.0));
    }

    /** The first of these values, falling. */
    static double[] falling(double[] values, int count) {
        double[] falling = Arrays.copyOf(values, count);
        Arrays.sort(falling);
        for (int i = 0; i < count / 2; i++) {
            double value = falling[i];
            falling[i] = falling[count - 1 - i];
            falling[count - 1 - i] = value;
        }
        return falling;
    }
}
