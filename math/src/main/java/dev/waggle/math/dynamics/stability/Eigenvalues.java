package dev.waggle.math.dynamics.stability;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/** The eigenvalues of a square matrix, from the QR algorithm of EJML. O(n³). */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Eigenvalues(double[] real, double[] imaginary) {

    static Eigenvalues of(double[][] matrix) {
        int size = matrix.length;
        double largest = 0;
        for (double[] row : matrix) {
            for (double value : row) {
                largest = Math.max(largest, Math.abs(value));
            }
        }
        double[] real = new double[size];
        double[] imaginary = new double[size];
        if (largest == 0) {
            return new Eigenvalues(real, imaginary);
        }
        DMatrixRMaj scaled = new DMatrixRMaj(size, size);
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                scaled.unsafe_set(i, j, matrix[i][j] / largest);
            }
        }
        EigenDecomposition_F64<DMatrixRMaj> qr = DecompositionFactory_DDRM.eig(size, false);
        if (!qr.decompose(scaled)) {
            throw new IllegalArgumentException("matrix must have eigenvalues that the QR algorithm finds, got " + size
                    + " rows where it does not");
        }
        for (int i = 0; i < size; i++) {
            real[i] = qr.getEigenvalue(i).real * largest;
            imaginary[i] = qr.getEigenvalue(i).imaginary * largest;
        }
        return new Eigenvalues(real, imaginary);
    }

    int size() {
        return real.length;
    }

    double modulus(int i) {
        return Math.hypot(real[i], imaginary[i]);
    }

    /** The largest modulus. */
    double radius() {
        double radius = 0;
        for (int i = 0; i < size(); i++) {
            radius = Math.max(radius, modulus(i));
        }
        return radius;
    }
}
