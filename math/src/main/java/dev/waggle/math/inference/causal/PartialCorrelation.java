package dev.waggle.math.inference.causal;

import java.util.Arrays;
import java.util.OptionalDouble;

import dev.waggle.math.DomainCheck;
import org.ejml.LinearSolverSafe;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * Partial correlation: the correlation of two variables after removal of their linear dependence on others. With S
 * the covariance of i and j given g, S = C(ij, ij) - C(ij, g) C(g, g)^-1 C(g, ij), it is S(i, j) / sqrt(S(i, i) S(j,
 * j)) (Fisher 1924; Anderson 2003, 2.5). Without a unit, -1..1. In a normal distribution it is 0 exactly when the two
 * are independent given g.
 *
 * <p>Computed from correlations, so units do not matter, and by one solve with all k given variables, O(k^3). Given
 * variables may determine one another.
 */
final class PartialCorrelation {

    /** A variable with less than this share of its variance left counts as determined by the given ones. */
    public static final double MIN_VARIANCE_LEFT = 1e-12;

    /** Tolerance of correlations for rounding: from symmetry and from -1..1. */
    private static final double ROUNDING = 1e-9;

    /**
     * Limit below which a Cholesky factor does not separate nearly collinear from collinear, so the singular values
     * decide.
     */
    private static final double MIN_QUALITY = 1e-10;

    private final double[][] correlations;
    private final boolean[] constant;

    private PartialCorrelation(double[][] correlations, boolean[] constant) {
        this.correlations = correlations;
        this.constant = constant;
    }

    /**
     * The correlations behind a covariance matrix, for many questions. O(n^2).
     *
     * @param covariance square, symmetric, with no covariance beyond the limit of the variances
     */
    public static PartialCorrelation in(double[][] covariance) {
        DomainCheck.square("covariance", covariance);
        int n = covariance.length;
        double[] deviation = new double[n];
        boolean[] constant = new boolean[n];
        for (int i = 0; i < n; i++) {
            deviation[i] = Math.sqrt(DomainCheck.nonNegative("covariance[" + i + "][" + i + "]", covariance[i][i]));
            constant[i] = deviation[i] == 0;
        }
        double[][] correlations = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                correlations[i][j] = i == j ? 1 : correlation(covariance, deviation, i, j);
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                if (!(Math.abs(correlations[i][j] - correlations[j][i]) <= ROUNDING)) {
                    throw new IllegalArgumentException("covariance must be symmetric, got " + covariance[i][j] + " at ["
                            + i + "][" + j + "] and " + covariance[j][i] + " at [" + j + "][" + i + "]");
                }
            }
        }
        return new PartialCorrelation(correlations, constant);
    }

    /** The answer of {@link #between} for one covariance matrix. */
    public static OptionalDouble of(double[][] covariance, int i, int j, int... given) {
        return in(covariance).between(i, j, given);
    }

    /** Number of variables. */
    public int size() {
        return constant.length;
    }

    /**
     * The partial correlation of i and j given others; the plain correlation when nothing is given.
     *
     * @param i another variable than j
     * @param given without i and j, none twice
     * @return -1..1; nothing when i or j is constant or determined by the given variables
     */
    public OptionalDouble between(int i, int j, int... given) {
        boolean[] set = VariableSelection.marks("given", size(), given);
        VariableSelection.apart("i", i, "j", j, "given", set);
        double correlation = correlation(i, j, given);
        return Double.isNaN(correlation) ? OptionalDouble.empty() : OptionalDouble.of(correlation);
    }

    /** The same without checks; NaN for nothing. */
    double correlation(int i, int j, int... given) {
        if (constant[i] || constant[j]) {
            return Double.NaN;
        }
        if (given.length == 0) {
            return correlations[i][j];
        }
        int k = given.length;
        DMatrixRMaj among = new DMatrixRMaj(k, k);
        DMatrixRMaj sides = new DMatrixRMaj(k, 2);
        for (int a = 0; a < k; a++) {
            for (int b = 0; b < k; b++) {
                among.set(a, b, correlations[given[a]][given[b]]);
            }
            sides.set(a, 0, correlations[given[a]][i]);
            sides.set(a, 1, correlations[given[a]][j]);
        }
        DMatrixRMaj weights = solve(among, sides);
        double iLeft = 1;
        double jLeft = 1;
        double left = correlations[i][j];
        for (int a = 0; a < k; a++) {
            iLeft -= sides.get(a, 0) * weights.get(a, 0);
            jLeft -= sides.get(a, 1) * weights.get(a, 1);
            left -= sides.get(a, 0) * weights.get(a, 1);
        }
        return ratio(left, iLeft, jLeft, i, j, given);
    }

    private static double ratio(double left, double iLeft, double jLeft, int i, int j, int[] given) {
        double min = Math.min(iLeft, jLeft);
        if (min <= MIN_VARIANCE_LEFT && min >= -ROUNDING) {
            return Double.NaN;
        }
        double correlation = left / Math.sqrt(iLeft * jLeft);
        if (!(min > 0 && Math.max(iLeft, jLeft) <= 1 + ROUNDING && Math.abs(correlation) <= 1 + 1e-3)) {
            throw new IllegalArgumentException("covariance must be positive semidefinite, got one where " + i + " and "
                    + j + " given " + Arrays.toString(given) + " have the variances " + iLeft + " and " + jLeft
                    + " and the covariance " + left + " left"
                    + "\nMaybe its entries come from different samples");
        }
        return Math.clamp(correlation, -1.0, 1.0);
    }

    private static DMatrixRMaj solve(DMatrixRMaj among, DMatrixRMaj sides) {
        DMatrixRMaj weights = sides.createLike();
        LinearSolverDense<DMatrixRMaj> cholesky = LinearSolverFactory_DDRM.chol(among.getNumRows());
        if (cholesky.setA(among.copy()) && cholesky.quality() > MIN_QUALITY) {
            cholesky.solve(sides.copy(), weights);
            return weights;
        }
        LinearSolverSafe<
                DMatrixRMaj> singularValues = new LinearSolverSafe<>(LinearSolverFactory_DDRM.pseudoInverse(true));
        singularValues.setA(among);
        singularValues.solve(sides, weights);
        return weights;
    }

    private static double correlation(double[][] covariance, double[] deviation, int i, int j) {
        if (deviation[i] == 0 || deviation[j] == 0) {
            if (covariance[i][j] != 0) {
                throw new IllegalArgumentException("covariance[" + i + "][" + j
                        + "] must be 0 beside a variance of 0, got " + covariance[i][j]);
            }
            return 0;
        }
        double correlation = covariance[i][j] / deviation[i] / deviation[j];
        if (!(Math.abs(correlation) <= 1 + ROUNDING)) {
            throw new IllegalArgumentException("covariance[" + i + "][" + j + "] must not exceed what the variances "
                    + covariance[i][i] + " and " + covariance[j][j] + " allow, got " + covariance[i][j]);
        }
        return Math.clamp(correlation, -1.0, 1.0);
    }
}
