package dev.waggle.math.geometry;

import java.util.Arrays;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class OptimalTransportTest {

    private static final double EXACT = 1e-11;

    @Test
    void totalVariationIsHalfOfTheDifference() {
        assertThat(OptimalTransport.totalVariation(new double[] {3, 1}, new double[] {1, 1})).isEqualTo(0.25);
        assertThat(OptimalTransport.totalVariation(new double[] {1, 0}, new double[] {0, 9})).isEqualTo(1);
        assertThat(OptimalTransport.totalVariation(new double[] {1, 2}, new double[] {2, 4})).isZero();
    }

    @Test
    void pointMassesStayApartHoweverManyLabelsThereAre() {
        for (int labels : new int[] {2, 20, 21, 200}) {
            double[] first = new double[labels];
            double[] last = new double[labels];
            first[0] = 1;
            last[labels - 1] = 1;

            assertThat(OptimalTransport.totalVariation(first, last)).isOne();
            assertThat(OptimalTransport.between(first, last, discrete(labels, labels)).cost()).isOne();
        }
    }

    @Test
    void onALineIsTheAreaBetweenTheDistributionFunctions() {
        assertThat(OptimalTransport.onLine(new double[] {0}, new double[] {1}, new double[] {-3}, new double[] {2}))
                .isEqualTo(3);
        assertThat(OptimalTransport.onLine(new double[] {3, 1, 3}, new double[] {1, 2, 1}, new double[] {1, 3},
                new double[] {5, 5})).isZero();
        assertThat(OptimalTransport.onLine(new double[] {0, 1, 3}, new double[] {5, 1, 3}, new double[] {5, 6, 8},
                new double[] {5, 1, 3})).isCloseTo(5, within(EXACT));
    }

    @Test
    void refusesWhatIsNoDistribution() {
        double[] one = {1};

        assertThatThrownBy(() -> OptimalTransport.totalVariation(new double[] {0}, one))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("p must have some mass");
        assertThatThrownBy(() -> OptimalTransport.totalVariation(new double[0], new double[0]))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("p must have some mass");
        assertThatThrownBy(() -> OptimalTransport.totalVariation(one, new double[] {1, 2}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("one length");
        assertThatThrownBy(() -> OptimalTransport.between(one, new double[] {-1}, new double[][] {{1}}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("q[0]");
        assertThatThrownBy(() -> OptimalTransport.onLine(new double[0], new double[0], one, one))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("p must have some mass");
        assertThatThrownBy(() -> OptimalTransport.meanTotalVariation(new double[0][]))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("distributions");
    }

    @Test
    void refusesWhatIsNoCost() {
        double[] one = {1};

        assertThatThrownBy(() -> OptimalTransport.between(one, one, new double[][] {{-1}}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("cost[0][0]");
        assertThatThrownBy(() -> OptimalTransport.between(one, one, new double[][] {{Double.NaN}}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("cost[0][0]");
        assertThatThrownBy(() -> OptimalTransport.between(one, one, new double[0][]))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("got 0 x 0");
        assertThatThrownBy(() -> OptimalTransport.between(one, one, new double[][] {{1, 2}}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("got 1 x 2");
        assertThatThrownBy(() -> OptimalTransport.onLine(new double[] {-1e308}, one, new double[] {1e308}, one))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("range");
        assertThatThrownBy(() -> OptimalTransport.onLine(new double[] {Double.NaN}, one, one, one))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("pPositions[0]");
    }

    @Test
    void withUnitCostsItIsTheTotalVariation() {
        Trials.run(100, random -> {
            int labels = random.nextInt(1, 30);
            double[] p = Trials.distribution(random, labels);
            double[] q = Trials.distribution(random, labels);
            assertThat(OptimalTransport.between(p, q, discrete(labels, labels)).cost())
                    .isCloseTo(OptimalTransport.totalVariation(p, q), within(EXACT));
        });
    }

    @Test
    void withDistancesOnALineItIsTheArea() {
        Trials.run(100, random -> {
            double[] xp = Trials.numbers(random, random.nextInt(1, 12), -1, 1);
            double[] xq = Trials.numbers(random, random.nextInt(1, 12), -1, 1);
            double[] p = Trials.distribution(random, xp.length);
            double[] q = Trials.distribution(random, xq.length);
            double[][] cost = new double[xp.length][xq.length];
            for (int i = 0; i < xp.length; i++) {
                for (int j = 0; j < xq.length; j++) {
                    cost[i][j] = Math.abs(xp[i] - xq[j]);
                }
            }
            assertThat(OptimalTransport.onLine(xp, p, xq, q))
                    .isCloseTo(OptimalTransport.between(p, q, cost).cost(), within(EXACT));
        });
    }

    @Test
    void isAMetricWhereTheCostIsOne() {
        Trials.run(60, random -> {
            int labels = random.nextInt(1, 10);
            double[][] cost = DistanceMatrix.euclidean(Clouds.points(random, labels, 2));
            double[] p = Trials.distribution(random, labels);
            double[] q = Trials.distribution(random, labels);
            double[] r = Trials.distribution(random, labels);
            double direct = OptimalTransport.between(p, r, cost).cost();
            double there = OptimalTransport.between(p, q, cost).cost();
            assertThat(OptimalTransport.between(p, p, cost).cost()).isCloseTo(0, within(EXACT));
            assertThat(OptimalTransport.between(q, p, cost).cost()).isCloseTo(there, within(EXACT));
            assertThat(direct).isLessThanOrEqualTo(there + OptimalTransport.between(q, r, cost).cost() + EXACT);
        });
    }

    @Test
    void allPairsAndTheirMeanTellTheSame() {
        Trials.run(100, random -> {
            double[][] rows = new double[random.nextInt(1, 20)][];
            int labels = random.nextInt(1, 8);
            Arrays.setAll(rows, i -> Trials.distribution(random, labels));
            double[][] all = OptimalTransport.totalVariations(rows);
            double sum = 0;
            for (int i = 0; i < rows.length; i++) {
                for (int j = 0; j < rows.length; j++) {
                    assertThat(all[i][j]).isCloseTo(OptimalTransport.totalVariation(rows[i], rows[j]), within(EXACT));
                    sum += all[i][j];
                }
            }
            double mean = rows.length == 1 ? 0 : sum / rows.length / (rows.length - 1);
            assertThat(OptimalTransport.meanTotalVariation(rows)).isCloseTo(mean, within(EXACT));
        });
    }

    static double[][] discrete(int rows, int columns) {
        double[][] costs = new double[rows][columns];
        for (int i = 0; i < rows; i++) {
            Arrays.fill(costs[i], 1);
            costs[i][i] = 0;
        }
        return costs;
    }
}
