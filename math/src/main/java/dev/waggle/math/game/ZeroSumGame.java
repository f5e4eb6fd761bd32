package dev.waggle.math.game;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import dev.waggle.math.DomainCheck;
import org.hipparchus.exception.MathIllegalStateException;
import org.hipparchus.optim.MaxIter;
import org.hipparchus.optim.OptimizationData;
import org.hipparchus.optim.linear.LinearConstraint;
import org.hipparchus.optim.linear.LinearConstraintSet;
import org.hipparchus.optim.linear.LinearObjectiveFunction;
import org.hipparchus.optim.linear.NonNegativeConstraint;
import org.hipparchus.optim.linear.PivotSelectionRule;
import org.hipparchus.optim.linear.Relationship;
import org.hipparchus.optim.linear.SimplexSolver;
import org.hipparchus.optim.nonlinear.scalar.GoalType;

/**
 * Zero-sum game of two players: its value, and for each player a mix that secures it (von Neumann 1928; as a linear
 * programme Dantzig 1951).
 *
 * <p>With payoffs moved to 1..2 the column player maximises the sum of q under payoffs q at most 1 and q at least 0.
 * Then q over its sum is the mix that concedes least. The row player's mix is the solution of the same programme with
 * the sides exchanged. The payoffs that the two mixes secure bound the value from both sides, which proves the answer.
 */
public final class ZeroSumGame {

    /** Maximum number of strategies of a player: a simplex table of 200 x 400, below a second. */
    public static final int MAX_STRATEGIES = 200;

    private static final double PIVOT_TOLERANCE = 1e-10;
    private static final int UNITS_IN_LAST_PLACE = 10;
    private static final double CUT_OFF = 1e-14;
    private static final int MAX_PIVOTS = 20_000;

    private ZeroSumGame() {}

    /**
     * The value of a game and the mixes that secure it. When several mixes secure it, one of them, always the same.
     *
     * @param value the mean payoff of the row player when both play optimally
     * @param row the probability of each row: against any column it wins at least value - gap
     * @param column the probability of each column: against any row it loses at most value + gap
     * @param gap the difference between the secured payoffs, at least 0; rounding only
     */
    @SuppressWarnings("ArrayRecordComponent") // Made for the caller, never compared.
    public record Solution(double value, double[] row, double[] column, double gap) {}

    /**
     * Solves the game in which the row player wins {@code payoffs[i][j]} from the column player.
     * Cost: two simplex runs, in practice O((m + n)^3).
     *
     * @param payoffs any finite numbers, at least one row and column, at most {@value #MAX_STRATEGIES} of each
     */
    public static Solution solve(double[][] payoffs) {
        PayoffMatrix.notEmpty("payoffs", payoffs);
        if (payoffs.length > MAX_STRATEGIES || payoffs[0].length > MAX_STRATEGIES) {
            throw new IllegalArgumentException("payoffs must have at most " + MAX_STRATEGIES
                    + " strategies a player, got " + payoffs.length + " x " + payoffs[0].length
                    + "\nMaybe some strategies are dominated and can be left out.");
        }
        double[][] unit = PayoffMatrix.unit(payoffs);
        double[][] losses = PayoffMatrix.transposed(unit);
        for (double[] line : losses) {
            for (int i = 0; i < line.length; i++) {
                line[i] = 1 - line[i];
            }
        }
        double[] row = cheapest(losses);
        double[] column = cheapest(unit);
        double secured = Double.POSITIVE_INFINITY;
        for (double won : PayoffMatrix.against(PayoffMatrix.transposed(payoffs), row)) {
            secured = Math.min(secured, won);
        }
        double conceded = Double.NEGATIVE_INFINITY;
        for (double lost : PayoffMatrix.against(payoffs, column)) {
            conceded = Math.max(conceded, lost);
        }
        return new Solution(secured + (conceded - secured) / 2, row, column, Math.max(0, conceded - secured));
    }

    /** The mix of columns with the cheapest dearest row, at costs of 0..1. */
    private static double[] cheapest(double[][] costs) {
        double[] ones = new double[costs[0].length];
        Arrays.fill(ones, 1);
        List<LinearConstraint> constraints = new ArrayList<>();
        for (double[] row : costs) {
            double[] positive = new double[row.length];
            Arrays.setAll(positive, j -> row[j] + 1);
            constraints.add(new LinearConstraint(positive, Relationship.LEQ, 1));
        }
        LinearObjectiveFunction sum = new LinearObjectiveFunction(ones, 0);
        LinearConstraintSet all = new LinearConstraintSet(constraints);
        double[] best;
        try {
            best = maximum(sum, all, PivotSelectionRule.DANTZIG);
        } catch (MathIllegalStateException cycled) {
            best = maximum(sum, all, PivotSelectionRule.BLAND); // Slower, and cannot cycle.
        }
        for (int j = 0; j < best.length; j++) {
            best[j] = Math.max(0, best[j]);
        }
        return DomainCheck.distribution("mix", best);
    }

    private static double[] maximum(LinearObjectiveFunction sum, LinearConstraintSet constraints,
            PivotSelectionRule rule) {
        OptimizationData[] programme = {
            sum, constraints, GoalType.MAXIMIZE, new NonNegativeConstraint(true), rule, new MaxIter(MAX_PIVOTS)
        };
        return new SimplexSolver(PIVOT_TOLERANCE, UNITS_IN_LAST_PLACE, CUT_OFF).optimize(programme).getPoint();
    }
}
