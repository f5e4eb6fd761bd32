package dev.waggle.math.game;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import dev.waggle.math.Domain;
import org.hipparchus.exception.MathIllegalStateException;
import org.hipparchus.optim.LocalizedOptimFormats;
import org.hipparchus.optim.MaxIter;
import org.hipparchus.optim.linear.LinearConstraint;
import org.hipparchus.optim.linear.LinearConstraintSet;
import org.hipparchus.optim.linear.LinearObjectiveFunction;
import org.hipparchus.optim.linear.NonNegativeConstraint;
import org.hipparchus.optim.linear.PivotSelectionRule;
import org.hipparchus.optim.linear.Relationship;
import org.hipparchus.optim.linear.SimplexSolver;
import org.hipparchus.optim.nonlinear.scalar.GoalType;

/**
 * Where the replicator dynamics of a game rest with all strategies present: x above 0, sum x = 1, and all entries of A x
 * the same (Hofbauer and Sigmund 1998, section 7.2). There is one such point, none, or a whole flat of them.
 */
public sealed interface RestPoint {

    /** The most strategies. */
    int MAX_STRATEGIES = 200;

    /**
     * The only one.
     *
     * @param shares of each strategy, above 0, sum to 1
     * @param payoff what all of them earn there
     */
    record Unique(double[] shares, double payoff) implements RestPoint {}

    /**
     * One of infinitely many, the one whose least share is largest.
     *
     * @param shares of each strategy, above 0, sum to 1
     * @param payoff what all of them earn there
     */
    record OneOfMany(double[] shares, double payoff) implements RestPoint {}

    /** Some strategy dies out or the rest does. */
    record None() implements RestPoint {}

    /**
     * The interior rest point of a game: one linear system, O(n^3); a linear programme when that is singular.
     *
     * @param payoffs what a row earns against a column, any finite numbers; square, at most {@value #MAX_STRATEGIES} rows
     */
    static RestPoint interior(double[][] payoffs) {
        Domain.square("payoffs", payoffs);
        Domain.between("rows of payoffs", payoffs.length, 1, MAX_STRATEGIES);
        double[][] unit = PayoffMatrix.unit(payoffs);
        int[] all = IntStream.range(0, payoffs.length).toArray();
        double[] mix = new double[payoffs.length];
        boolean unique = new IndifferenceSolver().solve(unit, all, all, mix);
        if (!unique) {
            mix = mostMixed(unit);
        }
        for (double share : mix) {
            if (!(share > PayoffMatrix.TOLERANCE)) {
                return new None();
            }
        }
        double[] shares = Domain.distribution("shares", mix);
        double payoff = PayoffMatrix.mean(shares, PayoffMatrix.finiteAgainst("payoffs", payoffs, shares));
        return unique ? new Unique(shares, payoff) : new OneOfMany(shares, payoff);
    }

    /** The rest point whose least share t is largest; all 0 when there is none. */
    private static double[] mostMixed(double[][] unit) {
        int n = unit.length;
        List<LinearConstraint> constraints = new ArrayList<>();
        double[] sum = new double[n + 1];
        Arrays.fill(sum, 0, n, 1);
        constraints.add(new LinearConstraint(sum, Relationship.EQ, 1));
        for (int i = 0; i < n; i++) {
            double[] least = new double[n + 1];
            least[i] = 1;
            least[n] = -1;
            constraints.add(new LinearConstraint(least, Relationship.GEQ, 0));
        }
        for (int i = 1; i < n; i++) {
            double[] same = new double[n + 1];
            for (int j = 0; j < n; j++) {
                same[j] = unit[i][j] - unit[0][j];
            }
            constraints.add(new LinearConstraint(same, Relationship.EQ, 0));
        }
        double[] goal = new double[n + 1];
        goal[n] = 1;
        try {
            double[] found = new SimplexSolver().optimize(new LinearObjectiveFunction(goal, 0),
                    new LinearConstraintSet(constraints), GoalType.MAXIMIZE, new NonNegativeConstraint(true),
                    PivotSelectionRule.BLAND, new MaxIter(100 * (n + 1))).getPoint();
            return Arrays.copyOf(found, n);
        } catch (MathIllegalStateException failed) {
            if (failed.getSpecifier() == LocalizedOptimFormats.NO_FEASIBLE_SOLUTION) {
                return new double[n];
            }
            throw new IllegalArgumentException("payoffs must be solvable, but: " + failed.getMessage()
                    + "\nMaybe they span too many orders of magnitude.", failed);
        }
    }
}
