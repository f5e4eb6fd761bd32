package dev.waggle.math.dynamics.chain;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class HittingTimesTest {

    @Test
    void areInfiniteFromWhereTheTargetMayBeMissed() {
        HittingTimes times = HittingTimes.of(MarkovTrials.gambler(4, 0.5), 4);

        assertThat(times.probability()).containsExactly(new double[] {0, 0.25, 0.5, 0.75, 1}, within(1e-14));
        assertThat(times.expectedSteps()).containsExactly(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY,
                Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0);
    }

    @Test
    void areThoseOfTheGameWhenBothEndsAreTheTarget() {
        HittingTimes times = HittingTimes.of(MarkovTrials.gambler(10, 0.5), 0, 10);

        for (int i = 0; i <= 10; i++) {
            assertThat(times.expectedSteps()[i]).isCloseTo(i * (10.0 - i), within(1e-11));
            assertThat(times.probability()[i]).isEqualTo(1);
        }
    }

    /** The random walk on a circle of n places reaches the place at distance d in d (n - d) steps on average. */
    @Test
    void areThoseOfTheWalkOnACircle() {
        int n = 9;
        double[][] matrix = new double[n][n];
        for (int i = 0; i < n; i++) {
            matrix[i][(i + 1) % n] = 0.5;
            matrix[i][(i + n - 1) % n] = 0.5;
        }
        double[] steps = HittingTimes.of(MarkovChain.of(matrix), 0).expectedSteps();
        for (int d = 0; d < n; d++) {
            assertThat(steps[d]).isCloseTo(d * (double) (n - d), within(1e-11));
        }
    }

    @Test
    void areTheSmallestSolutionsOfTheirEquations() {
        Trials.run(300, random -> {
            MarkovChain chain = MarkovTrials.sparse(random, 8);
            int target = random.nextInt(chain.size());
            HittingTimes times = HittingTimes.of(chain, target);
            double[] reached = new double[chain.size()];
            double[] survived = new double[chain.size()];
            reached[target] = 1;
            for (int t = 0; t < 600; t++) { // Norris 1997, 1.3: the limit from below.
                double[] nextReached = new double[chain.size()];
                double[] nextSurvived = new double[chain.size()];
                for (int i = 0; i < chain.size(); i++) {
                    nextReached[i] = i == target ? 1 : 0;
                    nextSurvived[i] = i == target ? 0 : 1;
                    for (int j = 0; j < chain.size() && i != target; j++) {
                        nextReached[i] += chain.probability(i, j) * reached[j];
                        nextSurvived[i] += chain.probability(i, j) * survived[j];
                    }
                }
                reached = nextReached;
                survived = nextSurvived;
            }
            for (int i = 0; i < chain.size(); i++) {
                // The rest after 600 steps is small, because each of these chains is fast.
                assertThat(times.probability()[i]).isCloseTo(reached[i], within(1e-3));
                if (times.probability()[i] < 1) {
                    assertThat(times.expectedSteps()[i]).isInfinite();
                } else if (survived[i] < 60) {
                    assertThat(times.expectedSteps()[i]).isCloseTo(survived[i], within(1e-2));
                }
            }
        });
    }

    @Test
    void refuseTargetsThatThereAreNot() {
        MarkovChain chain = MarkovTrials.gambler(3, 0.5);
        assertThatThrownBy(() -> HittingTimes.of(chain)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> HittingTimes.of(chain, 4)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("targets[0]");
    }
}
