package dev.waggle.math.inference.logit;

import java.util.Arrays;

import dev.waggle.math.DomainCheck;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Weights of a conditional logit with a normal distribution, which each outcome moves by one step of an extended Kalman
 * filter:
 *
 * <pre>
 *   p   = softmax(offset + F mu)                     F: features of the options, options x weights
 *   M   = diag(p) - p p',   G = F S F'
 *   S' = S - S F' M (I + G M)^-1 F S
 *   mu' = mu + S' F' (e - p)                         e: 1 for the right option, 0 for the others
 * </pre>
 *
 * <p>There is no learning rate. A step is O(options x weights^2) and its cost does not grow with the outcomes. The order
 * of outcomes hardly matters, but it does matter, as the steps are linear. Owned by one thread. Sources: McFadden 1974
 * for the model; Kalman 1960 and Fahrmeir 1992 for the step.
 */
public final class LogitFilter {

    /** Smallest part of a variance that a step leaves: rounding must not make one negative. */
    private static final double LEAST_REST = 1e-9;

    /** Part of a variance by which rounding may make a covariance differ from a positive one. */
    private static final double ROUNDING = 1e-8;

    private final double[] mean;
    private final double[][] covariance;

    /**
     * A filter that works in these arrays: they hold the state before and after a step.
     *
     * @param mean the mean of each weight
     * @param covariance their covariance, symmetric and positive, of the same size
     */
    public LogitFilter(double[] mean, double[][] covariance) {
        if (covariance.length != mean.length) {
            throw new IllegalArgumentException(
                    "the covariance of " + mean.length + " weights must have as many rows, got "
                            + covariance.length);
        }
        this.mean = mean;
        this.covariance = covariance;
    }

    /**
     * Learns the right option of a choice. It changes nothing if the covariance is not positive in the directions of the
     * choice.
     *
     * @return true if it has learned
     */
    public boolean learn(ChoiceSet choice, int right) {
        int options = choice.options();
        DomainCheck.index("right", right, options);
        int size = mean.length;
        double[][] gains = new double[options][size];
        for (int option = 0; option < options; option++) {
            choice.multiply(option, covariance, gains[option]);
        }
        double[] probabilities = choice.probabilities(mean);
        DMatrixRMaj spread = spread(choice, gains);
        if (!isPositive(spread)) {
            return false;
        }
        DMatrixRMaj curvature = curvature(probabilities);
        DMatrixRMaj shrink = shrink(spread, curvature);
        double[][] lost = product(shrink, gains);
        if (!leavesVariances(gains, lost)) {
            return false;
        }
        reduce(gains, lost);
        double[] errors = errors(probabilities, right);
        move(gains, lost, spread, errors);
        return true;
    }

    /** G: the covariance of the scores. */
    private static DMatrixRMaj spread(ChoiceSet choice, double[][] gains) {
        int options = gains.length;
        DMatrixRMaj spread = new DMatrixRMaj(options, options);
        for (int i = 0; i < options; i++) {
            for (int j = 0; j <= i; j++) {
                double value = (choice.dot(i, gains[j]) + choice.dot(j, gains[i])) / 2;
                spread.set(i, j, value);
                spread.set(j, i, value);
            }
        }
        return spread;
    }

    /** True if the scores have a covariance, but for rounding: their correlations have a root (Cholesky, pivots first). */
    private static boolean isPositive(DMatrixRMaj spread) {
        int options = spread.getNumRows();
        double[][] rest = new double[options][options];
        for (int i = 0; i < options; i++) {
            for (int j = 0; j < options; j++) {
                double scale = Math.sqrt(spread.get(i, i)) * Math.sqrt(spread.get(j, j));
                rest[i][j] = scale > 0 || Double.isNaN(scale) ? spread.get(i, j) / scale : spread.get(i, j);
                if (!(Math.abs(rest[i][j]) <= 1 + ROUNDING)) {
                    return false;
                }
            }
        }
        for (int step = 0; step < options; step++) {
            int pivot = largest(rest);
            double largest = rest[pivot][pivot];
            if (largest <= ROUNDING) {
                break;
            }
            double[] row = rest[pivot].clone();
            for (int i = 0; i < options; i++) {
                for (int j = 0; j < options; j++) {
                    rest[i][j] -= row[i] * row[j] / largest;
                }
            }
        }
        return Arrays.stream(rest).flatMapToDouble(Arrays::stream).allMatch(left -> Math.abs(left) <= ROUNDING);
    }

    private static int largest(double[][] matrix) {
        int largest = 0;
        for (int i = 1; i < matrix.length; i++) {
            largest = matrix[i][i] > matrix[largest][largest] ? i : largest;
        }
        return largest;
    }

    /** True if no weight would have a negative variance after the step. */
    private boolean leavesVariances(double[][] gains, double[][] lost) {
        for (int i = 0; i < mean.length; i++) {
            double rest = covariance[i][i] * (1 + ROUNDING);
            for (int option = 0; option < gains.length; option++) {
                rest -= lost[option][i] * gains[option][i];
            }
            if (!(rest >= 0)) {
                return false;
            }
        }
        return true;
    }

    /** M: the covariance of the choice. */
    private static DMatrixRMaj curvature(double[] probabilities) {
        int options = probabilities.length;
        DMatrixRMaj curvature = new DMatrixRMaj(options, options);
        for (int i = 0; i < options; i++) {
            for (int j = 0; j < options; j++) {
                curvature.set(i, j, (i == j ? probabilities[i] : 0) - probabilities[i] * probabilities[j]);
            }
        }
        return curvature;
    }

    /** M (I + G M)^-1, which is (I + M G)^-1 M, made symmetric to the last bit. */
    private static DMatrixRMaj shrink(DMatrixRMaj spread, DMatrixRMaj curvature) {
        int options = spread.getNumRows();
        DMatrixRMaj system = CommonOps_DDRM.identity(options);
        CommonOps_DDRM.multAdd(curvature, spread, system);
        DMatrixRMaj solved = new DMatrixRMaj(options, options);
        if (!CommonOps_DDRM.solve(system, curvature, solved)) {
            throw new IllegalStateException("a step of the filter has no solution for " + options + " options");
        }
        for (int i = 0; i < options; i++) {
            for (int j = 0; j < i; j++) {
                double value = (solved.get(i, j) + solved.get(j, i)) / 2;
                solved.set(i, j, value);
                solved.set(j, i, value);
            }
        }
        return solved;
    }

    private static double[][] product(DMatrixRMaj shrink, double[][] gains) {
        double[][] product = new double[gains.length][gains[0].length];
        for (int i = 0; i < gains.length; i++) {
            for (int j = 0; j < gains.length; j++) {
                double factor = shrink.get(i, j);
                for (int k = 0; k < product[i].length; k++) {
                    product[i][k] += factor * gains[j][k];
                }
            }
        }
        return product;
    }

    private void reduce(double[][] gains, double[][] lost) {
        for (int i = 0; i < mean.length; i++) {
            double[] row = covariance[i];
            double least = LEAST_REST * row[i];
            for (int option = 0; option < gains.length; option++) {
                double factor = lost[option][i];
                double[] gain = gains[option];
                for (int j = 0; j <= i; j++) {
                    row[j] -= factor * gain[j];
                }
            }
            row[i] = Math.max(row[i], least);
            for (int j = 0; j < i; j++) {
                covariance[j][i] = row[j];
            }
        }
    }

    private static double[] errors(double[] probabilities, int right) {
        double[] errors = new double[probabilities.length];
        for (int option = 0; option < errors.length; option++) {
            errors[option] = (option == right ? 1 : 0) - probabilities[option];
        }
        return errors;
    }

    /** mu + S' F' (e - p), where S' F' is S F' less the lost part of it. */
    private void move(double[][] gains, double[][] lost, DMatrixRMaj spread, double[] errors) {
        double[] ofLost = new double[errors.length];
        for (int i = 0; i < errors.length; i++) {
            for (int j = 0; j < errors.length; j++) {
                ofLost[i] += spread.get(i, j) * errors[j];
            }
        }
        for (int option = 0; option < errors.length; option++) {
            for (int i = 0; i < mean.length; i++) {
                mean[i] += errors[option] * gains[option][i] - ofLost[option] * lost[option][i];
            }
        }
    }
}
