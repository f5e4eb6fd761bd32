package dev.waggle.math.dynamics.chain;

import java.util.Arrays;

import dev.waggle.math.Trials;
import dev.waggle.math.dynamics.chain.StationaryDistribution.NotUnique;
import dev.waggle.math.dynamics.chain.StationaryDistribution.Unique;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class StationaryDistributionTest {

    private static double[] unique(double[]... matrix) {
        return ((Unique) StationaryDistribution.of(MarkovChain.of(matrix))).probabilities();
    }

    @Test
    void isThereForAPeriodicChainThatNeverSettles() {
        assertThat(unique(new double[] {0, 0.5, 0.5}, new double[] {1, 0, 0}, new double[] {1, 0, 0}))
                .containsExactly(new double[] {0.5, 0.25, 0.25}, within(1e-15));
    }

    @Test
    void isExactForAChainThatMixesSlowly() {
        assertThat(unique(new double[] {0.999, 0.001}, new double[] {0.002, 0.998}))
                .containsExactly(new double[] {2.0 / 3, 1.0 / 3}, within(1e-12));
    }

    @Test
    void isNotUniqueWithTwoClosedClassesAndNamesTheirs() {
        StationaryDistribution both = StationaryDistribution.of(MarkovChain.of(new double[][] {
            {0.2, 0.3, 0.5, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}, {0, 0, 1, 0}}));

        assertThat(((NotUnique) both).extremes())
                .containsExactly(new double[] {0, 1, 0, 0}, new double[] {0, 0, 0.5, 0.5});
    }

    @Test
    void isOneForASingleState() {
        assertThat(unique(new double[] {1})).containsExactly(1);
    }

    @Test
    void isStationaryAndUniqueExactlyWithOneClosedClass() {
        Trials.run(300, random -> {
            MarkovChain chain = MarkovTrials.sparse(random, 8);
            long closed = CommunicatingClass.of(chain).stream().filter(CommunicatingClass::closed).count();
            switch (StationaryDistribution.of(chain)) {
                case Unique unique -> {
                    assertThat(closed).isOne();
                    assertStationary(chain, unique.probabilities());
                }
                case NotUnique many -> {
                    assertThat(many.extremes()).hasSize((int) closed).hasSizeGreaterThan(1);
                    many.extremes().forEach(extreme -> assertStationary(chain, extreme));
                }
            }
        });
    }

    private static double[] next(MarkovChain chain, double[] now) {
        double[] next = new double[now.length];
        for (int i = 0; i < now.length; i++) {
            for (int j = 0; j < now.length; j++) {
                next[j] += now[i] * chain.probability(i, j);
            }
        }
        return next;
    }

    private static void assertStationary(MarkovChain chain, double[] probabilities) {
        assertThat(Arrays.stream(probabilities).sum()).isCloseTo(1, within(1e-12));
        assertThat(Arrays.stream(probabilities).min().orElseThrow()).isNotNegative();
        assertThat(next(chain, probabilities)).containsExactly(probabilities, within(1e-12));
    }

    @Test
    void isTheLimitOfAnAperiodicChain() {
        Trials.run(100, random -> {
            MarkovChain chain = MarkovTrials.dense(random, random.nextInt(2, 12));
            double[] now = Trials.distribution(random, chain.size());
            for (int t = 0; t < 400; t++) {
                now = next(chain, now);
            }
            assertThat(unique(chain.matrix())).containsExactly(now, within(1e-12));
        });
    }

    /** A walk over weighted edges is at a place in proportion to the weights there (Kelly 1979). */
    @Test
    void keepsItsAccuracyWherePartsAreJoinedByARareStep() {
        Trials.run(100, random -> {
            int n = random.nextInt(4, 14);
            double[][] weights = new double[n][n];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < i; j++) {
                    boolean samePart = i % 2 == j % 2;
                    weights[i][j] = samePart ? random.nextDouble(0.5, 1) : i == 1 ? 1e-11 : 0;
                    weights[j][i] = weights[i][j];
                }
            }
            double total = Arrays.stream(weights).flatMapToDouble(Arrays::stream).sum();
            double[] expected = Arrays.stream(weights).mapToDouble(row -> Arrays.stream(row).sum() / total).toArray();
            for (double[] row : weights) {
                double sum = Arrays.stream(row).sum();
                Arrays.setAll(row, j -> row[j] / sum);
            }
            double[] found = unique(weights);
            for (int i = 0; i < n; i++) {
                assertThat(found[i] / expected[i]).isCloseTo(1, within(1e-12));
            }
        });
    }

    @Test
    void isTheReciprocalOfTheExpectedReturn() {
        Trials.run(100, random -> {
            MarkovChain chain = MarkovTrials.dense(random, random.nextInt(1, 10));
            double[] probabilities = unique(chain.matrix());
            int state = random.nextInt(chain.size());
            double[] steps = HittingTimes.of(chain, state).expectedSteps();
            double back = 1;
            for (int j = 0; j < chain.size(); j++) {
                back += chain.probability(state, j) * steps[j];
            }
            assertThat(probabilities[state] * back).isCloseTo(1, within(1e-11));
        });
    }

    @Test
    void isRefusedWhereADoubleCannotTellARareStepFromNone() {
        double rare = 1e-200;
        assertThatThrownBy(() -> unique(new double[] {0, 1, 0, 0}, new double[] {1, 0, rare, 0},
                new double[] {0, rare, 0, 1}, new double[] {0, 0, 1, 0}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("[0, 1, 2, 3]")
                .hasMessageContaining("Maybe");
    }
}
