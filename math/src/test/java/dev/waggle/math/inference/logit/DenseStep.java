package dev.waggle.math.inference.logit;

/** A step of the extended Kalman filter as the textbook writes it, with whole matrices. */
final class DenseStep {

    final double[] mean;
    final double[][] covariance;

    private DenseStep(double[] mean, double[][] covariance) {
        this.mean = mean;
        this.covariance = covariance;
    }

    static DenseStep of(double[] offsets, double[][] features, double[] mean, double[][] covariance, int right) {
        int options = offsets.length;
        double[] shares = new double[options];
        double all = 0;
        for (int k = 0; k < options; k++) {
            double score = offsets[k];
            for (int i = 0; i < mean.length; i++) {
                score += features[k][i] * mean[i];
            }
            shares[k] = Math.exp(score);
            all += shares[k];
        }
        double[][] curvature = new double[options][options];
        double[][] errors = new double[options][1];
        for (int k = 0; k < options; k++) {
            for (int l = 0; l < options; l++) {
                curvature[k][l] = (k == l ? shares[k] / all : 0) - shares[k] / all * (shares[l] / all);
            }
            errors[k][0] = (k == right ? 1 : 0) - shares[k] / all;
        }
        double[][] gains = product(features, covariance);
        double[][] system = product(product(gains, transposed(features)), curvature);
        for (int k = 0; k < options; k++) {
            system[k][k]++;
        }
        double[][] lost = product(product(transposed(gains), curvature), product(inverse(system), gains));
        double[][] after = new double[mean.length][mean.length];
        for (int i = 0; i < mean.length; i++) {
            for (int j = 0; j < mean.length; j++) {
                after[i][j] = covariance[i][j] - lost[i][j];
            }
        }
        double[][] move = product(after, product(transposed(features), errors));
        double[] moved = mean.clone();
        for (int i = 0; i < moved.length; i++) {
            moved[i] += move[i][0];
        }
        return new DenseStep(moved, after);
    }

    static double[][] product(double[][] left, double[][] right) {
        double[][] product = new double[left.length][right[0].length];
        for (int i = 0; i < left.length; i++) {
            for (int j = 0; j < right[0].length; j++) {
                for (int k = 0; k < right.length; k++) {
                    product[i][j] += left[i][k] * right[k][j];
                }
            }
        }
        return product;
    }

    static double[][] transposed(double[][] matrix) {
        double[][] transposed = new double[matrix[0].length][matrix.length];
        for (int i = 0; i < matrix.length; i++) {
            for (int j = 0; j < matrix[0].length; j++) {
                transposed[j][i] = matrix[i][j];
            }
        }
        return transposed;
    }

    /** By Gauss and Jordan, with the largest pivot. */
    private static double[][] inverse(double[][] matrix) {
        int size = matrix.length;
        double[][] rows = new double[size][2 * size];
        for (int i = 0; i < size; i++) {
            System.arraycopy(matrix[i], 0, rows[i], 0, size);
            rows[i][size + i] = 1;
        }
        for (int column = 0; column < size; column++) {
            int pivot = column;
            for (int i = column + 1; i < size; i++) {
                pivot = Math.abs(rows[i][column]) > Math.abs(rows[pivot][column]) ? i : pivot;
            }
            double[] chosen = rows[pivot];
            rows[pivot] = rows[column];
            rows[column] = chosen;
            double by = chosen[column];
            for (int j = 0; j < 2 * size; j++) {
                chosen[j] /= by;
            }
            for (int i = 0; i < size; i++) {
                double factor = rows[i][column];
                for (int j = 0; i != column && j < 2 * size; j++) {
                    rows[i][j] -= factor * chosen[j];
                }
            }
        }
        double[][] inverse = new double[size][size];
        for (int i = 0; i < size; i++) {
            System.arraycopy(rows[i], size, inverse[i], 0, size);
        }
        return inverse;
    }
}
