package dev.waggle.math.geometry;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class BarycenterTest {

    private static final double EXACT = 1e-11;

    @Test
    void theMiddleIsTheMedianAndNotTheMean() {
        Barycenter result = Barycenter.ofTotalVariation(new double[][] {{1, 0}, {1, 0}, {0, 1}},
                new double[] {1, 1, 1});

        assertThat(result.cost()).isCloseTo(1.0 / 3, within(EXACT));
        assertThat(result.meanCost()).isCloseTo(4.0 / 9, within(EXACT));
        assertThat(result.unique().orElseThrow()).containsExactly(1, 0);
    }

    @Test
    void twoEqualSidesLeaveAChoiceAndTheAnswerTakesNoSide() {
        Barycenter result = Barycenter.ofTotalVariation(new double[][] {{1, 0}, {0, 1}}, new double[] {2, 2});

        assertThat(result.cost()).isCloseTo(0.5, within(EXACT));
        assertThat(result.unique()).isEmpty();
        assertThat(result.distribution()).containsExactly(new double[] {0.5, 0.5}, within(EXACT));
    }

    @Test
    void oneDistributionIsItsOwnMiddle() {
        Barycenter result = Barycenter.ofTotalVariation(new double[][] {{2, 3}}, new double[] {7});

        assertThat(result.cost()).isZero();
        assertThat(result.unique().orElseThrow()).containsExactly(new double[] {0.4, 0.6}, within(EXACT));
    }

    @Test
    void oneLabelLeavesNoChoice() {
        Barycenter result = Barycenter.ofTotalVariation(new double[][] {{2}, {3}}, new double[] {1, 1});

        assertThat(result.cost()).isZero();
        assertThat(result.unique().orElseThrow()).containsExactly(1);
    }

    @Test
    void weightZeroHasNoSay() {
        Barycenter result = Barycenter.ofTotalVariation(new double[][] {{1, 0}, {0, 1}}, new double[] {0, 1});

        assertThat(result.unique().orElseThrow()).containsExactly(0, 1);
    }

    @Test
    void onALineTheMiddleIsTheMedianOfTheDistributionFunctions() {
        Barycenter result = Barycenter.onLine(new double[] {0, 1, 10}, new double[][] {
            {1, 0, 0}, {0, 1, 0}, {0, 0, 1}
        }, new double[] {1, 1, 1});

        assertThat(result.unique().orElseThrow()).containsExactly(0, 1, 0);
        assertThat(result.cost()).isCloseTo(10.0 / 3, within(EXACT)); // (1 + 0 + 9) / 3
        assertThat(result.meanCost()).isGreaterThan(result.cost());
    }

    @Test
    void onALineTwoEqualSidesLeaveAChoice() {
        Barycenter result = Barycenter.onLine(new double[] {0, 4}, new double[][] {{1, 0}, {0, 1}},
                new double[] {1, 1});

        assertThat(result.unique()).isEmpty();
        assertThat(result.distribution()).containsExactly(0.5, 0.5);
        assertThat(result.cost()).isCloseTo(2, within(EXACT));
    }

    @Test
    void theGridMayComeInAnyOrder() {
        Barycenter result = Barycenter.onLine(new double[] {10, 0, 1}, new double[][] {
            {0, 1, 0}, {0, 0, 1}, {1, 0, 0}
        }, new double[] {1, 1, 1});

        assertThat(result.unique().orElseThrow()).containsExactly(0, 0, 1);
    }

    @Test
    void refusesWhatIsOutsideOfItsDomain() {
        double[][] two = {{1, 0}, {0, 1}};
        double[] weights = {1, 1};

        assertThatThrownBy(() -> Barycenter.ofTotalVariation(new double[0][], new double[0]))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("weights");
        assertThatThrownBy(() -> Barycenter.ofTotalVariation(two, new double[] {0, 0}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("weights must have some mass");
        assertThatThrownBy(() -> Barycenter.ofTotalVariation(two, new double[] {1, -1}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("weights[1]");
        assertThatThrownBy(() -> Barycenter.ofTotalVariation(two, new double[] {1}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("one for each of the 2");
        assertThatThrownBy(() -> Barycenter.ofTotalVariation(new double[][] {{1, 0}, {0, 0}}, weights))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("distributions[1]");
        assertThatThrownBy(() -> Barycenter.ofTotalVariation(new double[][] {{1, 0}, {1}}, weights))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("rows of one length");
        assertThatThrownBy(() -> Barycenter.onLine(new double[] {0, 1, 2}, two, weights))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("one length");
        assertThatThrownBy(() -> Barycenter.onLine(new double[] {3, 3}, two, weights))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("position twice");
        assertThatThrownBy(() -> Barycenter.onLine(new double[] {-1e308, 1e308}, two, weights))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("finite");
    }

    @Test
    void equalsTheLinearProgrammeInCostAndUniqueness() {
        Trials.run(60, random -> {
            double[][] rows = rows(random, random.nextInt(1, 7), random.nextInt(1, 5));
            double[] weights = weights(random, rows.length);
            Barycenter result = Barycenter.ofTotalVariation(rows, weights);
            double min = programme(rows, weights, -1, 0);
            assertThat(result.cost()).isCloseTo(min, within(1e-8));
            double widest = 0;
            for (int label = 0; label < rows[0].length; label++) {
                widest = Math.max(widest, -programme(rows, weights, label, -1) - programme(rows, weights, label, 1));
            }
            assertThat(result.unique().isPresent()).as("range %s", widest).isEqualTo(widest < 1e-6);
        });
    }

    @Test
    void noOtherDistributionIsCheaper() {
        Trials.run(200, random -> {
            double[][] rows = rows(random, random.nextInt(1, 40), random.nextInt(1, 12));
            double[] weights = weights(random, rows.length);
            Barycenter result = Barycenter.ofTotalVariation(rows, weights);
            double[] middle = result.distribution();
            assertThat(DoubleStream.of(middle).sum()).isCloseTo(1, within(EXACT));
            assertThat(cost(rows, weights, middle)).isCloseTo(result.cost(), within(EXACT));
            assertThat(result.meanCost()).isGreaterThanOrEqualTo(result.cost() - EXACT);
            for (int trial = 0; trial < 20; trial++) {
                double[] other = Trials.distribution(random, middle.length);
                double step = Math.pow(10, -random.nextInt(8));
                Arrays.setAll(other, label -> middle[label] + step * (other[label] - middle[label]));
                assertThat(cost(rows, weights, other)).isGreaterThanOrEqualTo(result.cost() - EXACT);
            }
        });
    }

    @Test
    void aMajorityOfTheWeightDecidesAlone() {
        Trials.run(100, random -> {
            double[][] rows = rows(random, random.nextInt(2, 10), random.nextInt(1, 6));
            double[] weights = weights(random, rows.length);
            weights[0] = 2 * Arrays.stream(weights).sum() + 1;
            Barycenter result = Barycenter.ofTotalVariation(rows, weights);
            assertThat(result.unique().orElseThrow())
                    .containsExactly(DomainCheck.distribution("row", rows[0]), within(EXACT));
        });
    }

    @Test
    void onALineItEqualsNoOtherAndPaysTheWassersteinDistances() {
        Trials.run(100, random -> {
            int places = random.nextInt(1, 8);
            double[] grid = Trials.numbers(random, places, -5, 5);
            double[][] rows = rows(random, random.nextInt(1, 10), places);
            double[] weights = weights(random, rows.length);
            Barycenter result = Barycenter.onLine(grid, rows, weights);
            assertThat(lineCost(grid, rows, weights, result.distribution()))
                    .isCloseTo(result.cost(), within(EXACT));
            for (int trial = 0; trial < 20; trial++) {
                assertThat(lineCost(grid, rows, weights, Trials.distribution(random, places)))
                        .isGreaterThanOrEqualTo(result.cost() - EXACT);
            }
        });
    }

    @Test
    void quantilesAreThoseOfTheSortedNumbers() {
        Trials.run(200, random -> {
            double[] values = Trials.numbers(random, random.nextInt(1, 60), 0, 1);
            boolean ties = random.nextBoolean();
            Arrays.setAll(values, i -> ties ? Math.rint(3 * values[i]) : values[i]);
            double[] weights = new double[values.length];
            Arrays.fill(weights, 1.0 / values.length);
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            WeightedQuantileSearch column = new WeightedQuantileSearch(values, weights, new double[2][values.length]);
            double low = 0;
            double high = 1;
            for (int step = 0; step < 8; step++) {
                double share = random.nextDouble(low, high);
                double expected = sorted[Math.min(sorted.length - 1, (int) (share * sorted.length))];
                assertThat(column.quantile(share)).isEqualTo(expected);
                if (random.nextBoolean()) {
                    column.keepBelow();
                    high = share;
                } else {
                    column.keepAbove();
                    low = share;
                }
            }
        });
    }

    /** Distributions as small whole counts, so that ties abound, or as real numbers. */
    private static double[][] rows(RandomGenerator random, int count, int labels) {
        boolean whole = random.nextBoolean();
        double[][] rows = new double[count][labels];
        for (double[] row : rows) {
            Arrays.setAll(row, label -> whole ? random.nextInt(3) : random.nextExponential());
            row[random.nextInt(labels)] += 1;
        }
        return rows;
    }

    private static double[] weights(RandomGenerator random, int count) {
        boolean equal = random.nextBoolean();
        double[] weights = new double[count];
        Arrays.setAll(weights, i -> equal ? 1 : random.nextInt(4));
        weights[random.nextInt(count)] += 1;
        return weights;
    }

    private static double cost(double[][] rows, double[] weights, double[] candidate) {
        double cost = 0;
        for (int i = 0; i < rows.length; i++) {
            cost += weights[i] * OptimalTransport.totalVariation(rows[i], candidate);
        }
        return cost / Arrays.stream(weights).sum();
    }

    private static double lineCost(double[] grid, double[][] rows, double[] weights, double[] candidate) {
        double cost = 0;
        for (int i = 0; i < rows.length; i++) {
            cost += weights[i] * OptimalTransport.onLine(grid, rows[i], grid, candidate);
        }
        return cost / Arrays.stream(weights).sum();
    }

    /** Returns the least cost, or for a label the least factor x share among the distributions of least cost. */
    private static double programme(double[][] rows, double[] weights, int label, double factor) {
        ExpressionsBasedModel model = new ExpressionsBasedModel();
        double[] normal = DomainCheck.distribution("weights", weights);
        Variable[] shares = new Variable[rows[0].length];
        Expression total = model.newExpression("total").level(1);
        for (int k = 0; k < shares.length; k++) {
            shares[k] = model.newVariable("c" + k).lower(0);
            total.set(shares[k], 1);
        }
        Expression cost = model.newExpression("cost");
        for (int i = 0; i < rows.length; i++) {
            double[] row = DomainCheck.distribution("row", rows[i]);
            for (int k = 0; k < row.length; k++) {
                Variable difference = model.newVariable("d" + i + "," + k).lower(0);
                cost.set(difference, normal[i] / 2);
                model.newExpression("a" + i + "," + k).set(difference, 1).set(shares[k], -1).lower(-row[k]);
                model.newExpression("b" + i + "," + k).set(difference, 1).set(shares[k], 1).lower(row[k]);
            }
        }
        if (label < 0) {
            cost.weight(1);
        } else {
            cost.upper(Barycenter.ofTotalVariation(rows, weights).cost() + 1e-10);
            shares[label].weight(factor);
        }
        Optimisation.Result result = model.minimise();
        assertThat(result.getState().isFeasible()).isTrue();
        return result.getValue();
    }
}
