package dev.waggle.math.game;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import dev.waggle.math.DomainCheck;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.SingularOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;
import org.hipparchus.optim.MaxIter;
import org.hipparchus.optim.linear.LinearConstraint;
import org.hipparchus.optim.linear.LinearConstraintSet;
import org.hipparchus.optim.linear.LinearObjectiveFunction;
import org.hipparchus.optim.linear.NonNegativeConstraint;
import org.hipparchus.optim.linear.PivotSelectionRule;
import org.hipparchus.optim.linear.Relationship;
import org.hipparchus.optim.linear.SimplexSolver;
import org.hipparchus.optim.nonlinear.scalar.GoalType;
import org.jspecify.annotations.Nullable;

/** Finds the {@link RestPoint} of a game: by elimination when there is but one, else by singular values. */
public final class RestPointSolver {

    /** Singular values below this share of the largest are 0. */
    private static final double RANK_TOLERANCE = 1e-12;

    /** Maximum number of strategies. */
    public static final int MAX_STRATEGIES = 200;

    private static final int MAX_PIVOTS = 20_000;

    private RestPointSolver() {}

    /**
     * The interior rest point of a game, by one linear system, O(n^3). When that is singular, by its singular values
     * and a linear programme along the flat.
     *
     * @param payoffs payoff of a row against a column, any finite numbers; square, at most {@value #MAX_STRATEGIES}
     *        rows
     */
    public static RestPoint of(double[][] payoffs) {
        double[][] unit = unit(payoffs);
        double[] mix = solution(unit);
        RestPoint.Unique point = pointOf(payoffs, mix == null ? mostMixed(unit) : mix);
        if (point == null) {
            return new RestPoint.None();
        }
        return mix == null ? new RestPoint.OneOfMany(point.shares(), point.payoff()) : point;
    }

    /**
     * The interior rest point of a game if it has only one, without a search for one of many, O(n^3).
     *
     * @param payoffs as in {@link #of}
     */
    public static Optional<RestPoint.Unique> unique(double[][] payoffs) {
        double[] mix = solution(unit(payoffs));
        return mix == null ? Optional.empty() : Optional.ofNullable(pointOf(payoffs, mix));
    }

    private static double[][] unit(double[][] payoffs) {
        DomainCheck.square("payoffs", payoffs);
        DomainCheck.between("rows of payoffs", payoffs.length, 1, MAX_STRATEGIES);
        return PayoffMatrix.unit(payoffs);
    }

    /** The mix in which all earn the same; {@code null} if there is none or more than one. */
    private static double @Nullable [] solution(double[][] unit) {
        int[] all = IntStream.range(0, unit.length).toArray();
        double[] mix = new double[unit.length];
        return new IndifferenceSolver().solve(unit, all, all, mix) ? mix : null;
    }

    /** The point of a mix; {@code null} if a strategy has no share in it. */
    private static RestPoint.@Nullable Unique pointOf(double[][] payoffs, double[] mix) {
        for (double share : mix) {
            if (!(share > PayoffMatrix.TOLERANCE)) {
                return null;
            }
        }
        double[] shares = DomainCheck.distribution("shares", mix);
        return new RestPoint.Unique(shares,
                PayoffMatrix.mean(shares, PayoffMatrix.finiteAgainst("payoffs", payoffs, shares)));
    }

    /** The rest point with the largest least share t; all 0 when all earn the same nowhere. */
    private static double[] mostMixed(double[][] unit) {
        int n = unit.length;
        DMatrixRMaj system = new DMatrixRMaj(n + 1, n + 1); // Unknowns are the shares and their common payoff.
        DMatrixRMaj right = new DMatrixRMaj(n + 1, 1);
        right.set(n, 0, 1);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                system.set(i, j, unit[i][j]);
            }
            system.set(i, n, -1);
            system.set(n, i, 1);
        }
        SingularValueDecomposition_F64<
                DMatrixRMaj> svd = DecompositionFactory_DDRM.svd(n + 1, n + 1, true, true, false);
        if (!svd.decompose(system.copy())) {
            throw new IllegalArgumentException("payoffs must let the singular values converge, got "
                    + Arrays.deepToString(unit));
        }
        DMatrixRMaj one = new DMatrixRMaj(n + 1, 1);
        pseudoSolve(svd, right, one);
        DMatrixRMaj off = new DMatrixRMaj(n + 1, 1);
        CommonOps_DDRM.mult(system, one, off);
        CommonOps_DDRM.subtractEquals(off, right);
        if (CommonOps_DDRM.elementMaxAbs(off) > PayoffMatrix.TOLERANCE) {
            return new double[n];
        }
        return mostMixed(one, SingularOps_DDRM.nullSpace(svd, null, RANK_TOLERANCE * largest(svd)), n);
    }

    /** The solution of least norm. */
    private static void pseudoSolve(SingularValueDecomposition_F64<DMatrixRMaj> svd, DMatrixRMaj right,
            DMatrixRMaj solution) {
        double[] singular = svd.getSingularValues();
        DMatrixRMaj rotated = new DMatrixRMaj(right.numRows, 1);
        CommonOps_DDRM.multTransA(svd.getU(null, false), right, rotated);
        double largest = largest(svd);
        for (int i = 0; i < right.numRows; i++) {
            boolean kept = singular[i] > RANK_TOLERANCE * largest;
            rotated.set(i, 0, kept ? rotated.get(i, 0) / singular[i] : 0);
        }
        CommonOps_DDRM.mult(svd.getV(null, false), rotated, solution);
    }

    private static double largest(SingularValueDecomposition_F64<DMatrixRMaj> svd) {
        return Arrays.stream(svd.getSingularValues()).max().orElseThrow();
    }

    /** The largest t with one + flat d at least t in each share, over all d, and that point. */
    private static double[] mostMixed(DMatrixRMaj one, DMatrixRMaj flat, int n) {
        int directions = flat.numCols;
        List<LinearConstraint> constraints = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            double[] share = new double[directions + 1];
            for (int k = 0; k < directions; k++) {
                share[k] = flat.get(i, k);
            }
            share[directions] = -1;
            constraints.add(new LinearConstraint(share, Relationship.GEQ, -one.get(i, 0)));
        }
        double[] goal = new double[directions + 1];
        goal[directions] = 1;
        double[] steps = new SimplexSolver().optimize(new LinearObjectiveFunction(goal, 0),
                new LinearConstraintSet(constraints), GoalType.MAXIMIZE, new NonNegativeConstraint(false),
                PivotSelectionRule.BLAND, new MaxIter(MAX_PIVOTS)).getPoint();
        double[] shares = new double[n];
        for (int i = 0; i < n; i++) {
            shares[i] = one.get(i, 0);
            for (int k = 0; k < directions; k++) {
                shares[i] += flat.get(i, k) * steps[k];
            }
        }
        return shares;
    }
}
