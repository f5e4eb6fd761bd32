package dev.waggle.math.inference.logit;

import java.util.Arrays;
import java.util.function.UnaryOperator;

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
 * of outcomes hardly matters, but it does matter, as the steps are linear.
 *
 * <p>Sometimes an option k is known to be wrong, and the right one is not known. That is an observation of the log odds of k
 * against all others.
 *
 * <pre>
 *   l   = s_k - ln(sum over the others of exp s_j)      log odds of k
 *   h   = F' (e_k - p) / (1 - p_k),   v = p_k (1 - p_k)
 *   S'  = S - S h h' S v / (1 + v h' S h)
 *   mu' = mu - S' h p_k
 * </pre>
 *
 * <p>With one other option that is the step for that one. Owned by one thread. Sources: McFadden 1974 for the model;
 * Kalman 1960 and Fahrmeir 1992 for the steps.
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
        DomainCheck.index("right", right, choice.options());
        double[] probabilities = choice.probabilities(mean);
        return step(choice, errors(probabilities, right), spread -> shrink(spread, curvature(probabilities)));
    }

    /**
     * Learns that an option of a choice is wrong, as {@link #learn} does.
     *
     * @param wrong one of at least two options
     * @return true if it has learned
     */
    public boolean learnWrong(ChoiceSet choice, int wrong) {
        DomainCheck.atLeast("options", choice.options(), 2);
        DomainCheck.index("wrong", wrong, choice.options());
        double[] direction = choice.logOddsGradient(wrong, mean);
        double probability = choice.probabilities(mean)[wrong];
        double[] errors = Arrays.stream(direction).map(part -> -probability * part).toArray();
        return step(choice, errors,
                spread -> shrinkAlong(direction, probability * choice.othersProbability(wrong, mean), spread));
    }

    /** Moves the weights by errors of the scores, and takes from the covariance what the shrinking of the scores says. */
    private boolean step(ChoiceSet choice, double[] errors, UnaryOperator<DMatrixRMaj> shrinking) {
        double[][] gains = new double[choice.options()][mean.length];
        for (int option = 0; option < gains.length; option++) {
            choice.multiply(option, covariance, gains[option]);
        }
        DMatrixRMaj spread = spread(choice, gains);
        if (!isPositive(spread)) {
            return false;
        }
        double[][] lost = product(shrinking.apply(spread), gains);
        if (!leavesVariances(gains, lost)) {
            return false;
        }
        reduce(gains, lost);
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

    /** c c' v / (1 + v c' G c): the scores move along one direction c alone. */
    private static DMatrixRMaj shrinkAlong(double[] direction, double variance, DMatrixRMaj spread) {
        double along = 0;
        for (int i = 0; i < direction.length; i++) {
            for (int j = 0; j < direction.length; j++) {
                along += direction[i] * spread.get(i, j) * direction[j];
            }
        }
        DMatrixRMaj shrink = new DMatrixRMaj(direction.length, direction.length);
        for (int i = 0; i < direction.length; i++) {
            for (int j = 0; j < direction.length; j++) {
                shrink.set(i, j, variance / (1 + variance * Math.max(0, along)) * (direction[i] * direction[j]));
            }
        }
        return shrink;
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
