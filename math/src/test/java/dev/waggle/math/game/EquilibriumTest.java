package dev.waggle.math.game;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

import dev.waggle.math.Trials;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Variable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Nash equilibria of two players: every equilibrium is found, and nothing else. */
class EquilibriumTest {

    private static final double[][] VON_STENGEL_ROW = {{3, 3}, {2, 5}, {0, 6}};

    @Test
    void findsTheThreeEquilibriaOfTheTextbook() { // von Stengel 2007, Algorithmic Game Theory, example 3.3.
        BimatrixGame.Equilibria found = BimatrixGame.equilibria(VON_STENGEL_ROW,
                new double[][] {{3, 2}, {2, 6}, {3, 1}});
        assertThat(found).isInstanceOf(BimatrixGame.Isolated.class);
        expect(found.extreme(), new double[][][] {
            {{0, 1 / 3.0, 2 / 3.0}, {1 / 3.0, 2 / 3.0}}, {{0.8, 0.2, 0}, {2 / 3.0, 1 / 3.0}}, {{1, 0, 0}, {1, 0}}
        });
    }

    @Test
    void findsTheSegmentOfTheDegenerateTextbookGame() {
        BimatrixGame.Equilibria found = BimatrixGame.equilibria(VON_STENGEL_ROW,
                new double[][] {{3, 3}, {2, 6}, {3, 1}});
        assertThat(found).isInstanceOfSatisfying(BimatrixGame.Degenerate.class,
                degenerate -> assertThat(degenerate.finite()).isFalse());
        expect(found.extreme(), new double[][][] {
            {{0, 1 / 3.0, 2 / 3.0}, {1 / 3.0, 2 / 3.0}}, {{1, 0, 0}, {2 / 3.0, 1 / 3.0}}, {{1, 0, 0}, {1, 0}}
        });
    }

    @Test
    void aGameWhereNothingMattersIsDegenerateWithAllCorners() {
        BimatrixGame.Equilibria found = BimatrixGame.equilibria(new double[3][2], new double[3][2]);
        assertThat(found).isInstanceOf(BimatrixGame.Degenerate.class);
        assertThat(found.extreme()).hasSize(6);
    }

    @Test
    void aDegenerateGameCanHaveFinitelyManyEquilibria() { // The columns tie against row 0, which is never played.
        BimatrixGame.Equilibria found = BimatrixGame.equilibria(new double[][] {{0, 0}, {1, 2}},
                new double[][] {{1, 1}, {0, 1}});
        assertThat(found).isInstanceOfSatisfying(BimatrixGame.Degenerate.class,
                degenerate -> assertThat(degenerate.finite()).isTrue());
        expect(found.extreme(), new double[][][] {{{0, 1}, {0, 1}}});
    }

    @Test
    void coordinationAmongNHasTwoToTheNMinusOneEquilibria() {
        double[][] same = new double[6][6];
        Arrays.setAll(same, i -> {
            double[] row = new double[6];
            row[i] = 1 + i;
            return row;
        });
        assertThat(BimatrixGame.equilibria(same, same).extreme()).hasSize(63);
    }

    @Test
    void everyEquilibriumIsOneAndTheirNumberIsOdd() {
        Trials.run(200, random -> {
            int rows = 1 + random.nextInt(5);
            int columns = 1 + random.nextInt(5);
            double[][] row = payoffs(random, rows, columns);
            double[][] column = payoffs(random, rows, columns);
            BimatrixGame.Equilibria found = BimatrixGame.equilibria(row, column);
            assertThat(found).isInstanceOf(BimatrixGame.Isolated.class);
            assertThat(found.extreme().size() % 2).isOne();
            for (BimatrixGame.Equilibrium pair : found.extreme()) {
                assertThat(regret(row, column, pair)).isLessThan(1e-9);
            }
        });
    }

    @Test
    void gamesOfWholeNumbersFullOfTiesHaveEquilibriaToo() {
        Trials.run(200, random -> {
            int rows = 1 + random.nextInt(4);
            int columns = 1 + random.nextInt(4);
            double[][] row = whole(random, rows, columns);
            double[][] column = whole(random, rows, columns);
            BimatrixGame.Equilibria found = BimatrixGame.equilibria(row, column);
            assertThat(found.extreme()).isNotEmpty();
            for (BimatrixGame.Equilibrium pair : found.extreme()) {
                assertThat(regret(row, column, pair)).isLessThan(1e-9);
            }
            for (int i = 0; i < rows; i++) { // All pure equilibria are corners, so all of them are there.
                for (int j = 0; j < columns; j++) {
                    BimatrixGame.Equilibrium pure = new BimatrixGame.Equilibrium(pure(rows, i), pure(columns, j));
                    boolean equilibrium = regret(row, column, pure) <= 0;
                    assertThat(found.extreme().stream().anyMatch(pair -> Arrays.equals(pair.row(), pure.row())
                            && Arrays.equals(pair.column(), pure.column()))).isEqualTo(equilibrium);
                }
            }
        });
    }

    @Test
    void movingAndStretchingPayoffsMovesNoEquilibrium() {
        Trials.run(50, random -> {
            double[][] row = payoffs(random, 4, 3);
            double[][] column = payoffs(random, 4, 3);
            double[][] moved = new double[4][];
            Arrays.setAll(moved, i -> Arrays.stream(row[i]).map(payoff -> 1e6 * payoff - 3e5).toArray());
            List<BimatrixGame.Equilibrium> before = BimatrixGame.equilibria(row, column).extreme();
            List<BimatrixGame.Equilibrium> after = BimatrixGame.equilibria(moved, column).extreme();
            assertThat(after).hasSameSizeAs(before);
            for (int i = 0; i < before.size(); i++) {
                assertThat(after.get(i).row()).containsExactly(before.get(i).row(), within(1e-8));
                assertThat(after.get(i).column()).containsExactly(before.get(i).column(), within(1e-8));
            }
        });
    }

    @Test
    void zeroSumValuesAgreeWithAnotherSolverAndWithEnumeration() {
        Trials.run(40, random -> {
            int rows = 1 + random.nextInt(5);
            int columns = 1 + random.nextInt(5);
            double[][] payoffs = payoffs(random, rows, columns);
            double[][] losses = new double[rows][];
            Arrays.setAll(losses, i -> Arrays.stream(payoffs[i]).map(payoff -> -payoff).toArray());
            ZeroSumGame.Solution solution = ZeroSumGame.solve(payoffs);
            BimatrixGame.Equilibrium pair = BimatrixGame.equilibria(payoffs, losses).extreme().getFirst();
            assertThat(solution.value())
                    .isCloseTo(PayoffMatrix.mean(pair.row(), PayoffMatrix.against(payoffs, pair.column())),
                            within(1e-9))
                    .isCloseTo(byAnotherSolver(payoffs), within(1e-6));
            assertThat(solution.gap()).isBetween(0.0, 1e-11);
        });
    }

    @Test
    void zeroSumGamesBeyondEnumerationProveTheirValue() {
        Trials.run(10, random -> {
            double[][] payoffs = random.nextBoolean() ? payoffs(random, 40, 30) : whole(random, 30, 40);
            ZeroSumGame.Solution solution = ZeroSumGame.solve(payoffs);
            double[] won = PayoffMatrix.against(PayoffMatrix.transposed(payoffs), solution.row());
            double[] lost = PayoffMatrix.against(payoffs, solution.column());
            assertThat(Arrays.stream(won).min().orElseThrow()).isCloseTo(solution.value(), within(1e-9));
            assertThat(Arrays.stream(lost).max().orElseThrow()).isCloseTo(solution.value(), within(1e-9));
        });
    }

    @Test
    void zeroSumGamesOfOneRowOrOfSaddlesAreSolvedPurely() {
        ZeroSumGame.Solution one = ZeroSumGame.solve(new double[][] {{4, -2, 7}});
        assertThat(one.value()).isCloseTo(-2, within(1e-12));
        assertThat(one.column()).containsExactly(new double[] {0, 1, 0}, within(1e-12));
        assertThat(ZeroSumGame.solve(new double[][] {{5, 5}, {5, 5}}).value()).isCloseTo(5, within(1e-12));
        assertThat(ZeroSumGame.solve(new double[][] {{1e300, -1e300}, {-1e300, 1e300}}).value())
                .isCloseTo(0, within(1e288));
    }

    @Test
    void refusesWhatIsNoGame() {
        double[][] fine = {{1, 2}};
        refuses(() -> BimatrixGame.equilibria(new double[0][], new double[0][]), "row");
        refuses(() -> BimatrixGame.equilibria(new double[1][0], new double[1][0]), "row");
        refuses(() -> BimatrixGame.equilibria(fine, new double[][] {{1}}), "one shape");
        refuses(() -> BimatrixGame.equilibria(fine, new double[][] {{1, Double.NaN}}), "column[0][1]");
        refuses(() -> BimatrixGame.equilibria(new double[][] {{1}, {1, 2}}, fine), "one length");
        refuses(() -> BimatrixGame.equilibria(new double[11][2], new double[11][2]), "Maybe");
        refuses(() -> ZeroSumGame.solve(new double[][] {{Double.POSITIVE_INFINITY}}), "payoffs[0]");
        refuses(() -> ZeroSumGame.solve(new double[201][1]), "at most 200");
        refuses(() -> ZeroSumGame.solve(new double[0][]), "payoffs");
    }

    private static void refuses(ThrowingCallable call, String words) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(words);
    }

    private static void expect(List<BimatrixGame.Equilibrium> found, double[][][] pairs) {
        assertThat(found).hasSize(pairs.length);
        for (int i = 0; i < pairs.length; i++) {
            assertThat(found.get(i).row()).containsExactly(pairs[i][0], within(1e-12));
            assertThat(found.get(i).column()).containsExactly(pairs[i][1], within(1e-12));
        }
    }

    /** Returns the largest gain that a player could get by playing something else. */
    private static double regret(double[][] row, double[][] column, BimatrixGame.Equilibrium pair) {
        double[] forRow = PayoffMatrix.against(row, pair.column());
        double[] forColumn = PayoffMatrix.against(PayoffMatrix.transposed(column), pair.row());
        return Math.max(Arrays.stream(forRow).max().orElseThrow() - PayoffMatrix.mean(pair.row(), forRow),
                Arrays.stream(forColumn).max().orElseThrow() - PayoffMatrix.mean(pair.column(), forColumn));
    }

    private static double byAnotherSolver(double[][] payoffs) {
        ExpressionsBasedModel model = new ExpressionsBasedModel();
        Variable value = model.newVariable("value").weight(1);
        Expression sum = model.newExpression("sum").level(1);
        Variable[] mix = new Variable[payoffs.length];
        for (int i = 0; i < payoffs.length; i++) {
            mix[i] = model.newVariable("row" + i).lower(0);
            sum.set(mix[i], 1);
        }
        for (int j = 0; j < payoffs[0].length; j++) {
            Expression secured = model.newExpression("column" + j).lower(0).set(value, -1);
            for (int i = 0; i < payoffs.length; i++) {
                secured.set(mix[i], payoffs[i][j]);
            }
        }
        return model.maximise().getValue();
    }

    private static double[] pure(int size, int played) {
        double[] pure = new double[size];
        pure[played] = 1;
        return pure;
    }

    private static double[][] payoffs(RandomGenerator random, int rows, int columns) {
        double[][] payoffs = new double[rows][];
        Arrays.setAll(payoffs, i -> Trials.numbers(random, columns, -5, 5));
        return payoffs;
    }

    private static double[][] whole(RandomGenerator random, int rows, int columns) {
        double[][] payoffs = new double[rows][columns];
        for (double[] row : payoffs) {
            Arrays.setAll(row, j -> random.nextInt(3));
        }
        return payoffs;
    }
}
