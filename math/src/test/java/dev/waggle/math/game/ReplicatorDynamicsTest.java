package dev.waggle.math.game;

import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;

import dev.waggle.math.Trials;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Replicator dynamics: single steps of strategies that spread, and their rest points. */
class ReplicatorDynamicsTest {

    private static final double[][] ROCK_PAPER_SCISSORS = {{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}};

    @Test
    void aRareStrategyStaysRareAndAnExtinctOneExtinct() {
        assertThat(ReplicatorDynamics.step(new double[] {0.999, 0.001, 0}, new double[] {1, 2, 100}).shares())
                .containsExactly(new double[] {0.999 / 1.001, 0.002 / 1.001, 0}, within(1e-15));
    }

    @Test
    void whenBeingRarePaysTheUniformMixIsReachedInOneStepAndKept() {
        assertThat(ReplicatorDynamics.inverseFrequencyStep(new double[] {0.6, 0.3, 0.1}))
                .containsExactly(new double[] {1 / 3.0, 1 / 3.0, 1 / 3.0}, within(1e-15));
        assertThat(ReplicatorDynamics.inverseFrequencyStep(new double[] {0.9, 0, 0.1})).containsExactly(0.5, 0, 0.5);
    }

    @Test
    void aStepKeepsTheSumAndMultipliesRatiosByFitness() {
        Trials.run(200, random -> {
            double[] shares = Trials.distribution(random, 1 + random.nextInt(6));
            double[] fitness = Trials.numbers(random, shares.length, 0.1, 5);
            ReplicatorDynamics.Step step = ReplicatorDynamics.step(shares, fitness);
            assertThat(Arrays.stream(step.shares()).sum()).isCloseTo(1, within(1e-12));
            for (int i = 0; i < shares.length; i++) {
                assertThat(step.shares()[i] * step.meanFitness()).isCloseTo(shares[i] * fitness[i], within(1e-12));
            }
        });
    }

    @Test
    void inASymmetricGameTheMeanFitnessNeverFalls() { // Fisher's fundamental theorem.
        Trials.run(200, random -> {
            double[][] payoffs = payoffs(random, 4, 0.1, 3);
            for (int i = 0; i < 4; i++) {
                for (int j = 0; j < i; j++) {
                    payoffs[i][j] = payoffs[j][i];
                }
            }
            ReplicatorDynamics.Step first = ReplicatorDynamics.payoffStep(payoffs, Trials.distribution(random, 4));
            ReplicatorDynamics.Step second = ReplicatorDynamics.payoffStep(payoffs, first.shares());
            assertThat(second.meanFitness()).isGreaterThanOrEqualTo(first.meanFitness() - 1e-12);
        });
    }

    @Test
    void theInteriorRestPointIsWhereAllEarnTheSame() {
        Trials.run(200, random -> {
            double[][] payoffs = payoffs(random, 1 + random.nextInt(4), -3, 3);
            if (RestPointSolver.of(payoffs) instanceof RestPoint.Unique(double[] shares, double payoff)) {
                assertThat(PayoffMatrix.against(payoffs, shares))
                        .containsOnly(new double[] {payoff}, within(1e-9));
                assertThat(EvolutionaryStability.isNash(payoffs, shares)).isTrue();
            }
        });
    }

    @Test
    void theOnlyRestPointIsFoundAlone() {
        Trials.run(200, random -> {
            double[][] payoffs = payoffs(random, 1 + random.nextInt(4), -2, 2);
            RestPoint any = RestPointSolver.of(payoffs);
            Optional<RestPoint.Unique> only = RestPointSolver.unique(payoffs);
            assertThat(only.isPresent()).isEqualTo(any instanceof RestPoint.Unique);
            if (any instanceof RestPoint.Unique(double[] shares, double payoff)) {
                assertThat(only.orElseThrow().shares()).isEqualTo(shares);
                assertThat(only.orElseThrow().payoff()).isEqualTo(payoff);
            }
        });
        assertThat(RestPointSolver.unique(new double[3][3])).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> RestPointSolver.unique(new double[2][3]));
    }

    @Test
    void restPointsMayBeMissingOrMany() {
        assertThat(RestPointSolver.of(new double[][] {{3, 0}, {5, 1}})).isEqualTo(new RestPoint.None());
        assertThat(RestPointSolver.of(new double[][] {{1, 1}, {0, 0}})).isEqualTo(new RestPoint.None());
        assertThat(RestPointSolver.of(new double[3][3])).isInstanceOfSatisfying(RestPoint.OneOfMany.class,
                point -> assertThat(point.shares()).containsExactly(new double[] {1 / 3.0, 1 / 3.0, 1 / 3.0},
                        within(1e-9)));
        // Two copies of hawk against dove: any split of hawks will do.
        double[][] twoHawks = {{-2, -2, 2}, {-2, -2, 2}, {0, 0, 1}};
        assertThat(RestPointSolver.of(twoHawks)).isInstanceOfSatisfying(RestPoint.OneOfMany.class,
                point -> assertThat(point.shares()).containsExactly(new double[] {1 / 6.0, 1 / 6.0, 2 / 3.0},
                        within(1e-9)));
        // All rest where the first is four times the third; among those the least share is largest here.
        double[][] fourfold = {{1, 0, -4, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
        assertThat(RestPointSolver.of(fourfold)).isInstanceOfSatisfying(RestPoint.OneOfMany.class,
                point -> assertThat(point.shares()).containsExactly(new double[] {4 / 7.0, 1 / 7.0, 1 / 7.0, 1 / 7.0},
                        within(1e-9)));
        // A flat of rest points that all lie outside: two copies of a dominated strategy.
        assertThat(RestPointSolver.of(new double[][] {{3, 3, 4}, {3, 3, 4}, {5, 5, 6}}))
                .isEqualTo(new RestPoint.None());
        assertThat(RestPointSolver.of(new double[][] {{7}})).isInstanceOf(RestPoint.Unique.class);
    }

    @Test
    void ofManyRestPointsTheMostMixedIsAnswered() {
        Trials.run(100, random -> {
            int size = 3 + random.nextInt(3);
            double[] known = Trials.numbers(random, size, 0.01, 1);
            double sum = Arrays.stream(known).sum();
            double[][] payoffs = new double[size][size]; // Only row 0 matters, and all rest where it earns 0.
            payoffs[0] = Trials.numbers(random, size, -1, 1);
            payoffs[0][0] -= PayoffMatrix.mean(known, payoffs[0]) / known[0];
            assertThat(RestPointSolver.of(payoffs)).isInstanceOfSatisfying(RestPoint.OneOfMany.class, point -> {
                assertThat(PayoffMatrix.mean(point.shares(), payoffs[0])).isCloseTo(0, within(1e-9 / known[0]));
                assertThat(Arrays.stream(point.shares()).min().orElseThrow())
                        .isGreaterThanOrEqualTo(Arrays.stream(known).min().orElseThrow() / sum - 1e-9);
            });
        });
    }

    @Test
    void refusesWhatCannotSpread() {
        double[] half = {0.5, 0.5};
        refuses(() -> ReplicatorDynamics.step(half, new double[] {1}), "one length");
        refuses(() -> ReplicatorDynamics.step(half, new double[] {1, -1}), "Maybe");
        refuses(() -> ReplicatorDynamics.step(half, new double[] {0, 0}), "above 0");
        refuses(() -> ReplicatorDynamics.step(new double[] {1, 0}, new double[] {0, 1}), "above 0");
        refuses(() -> ReplicatorDynamics.step(half, new double[] {1, Double.NaN}), "fitness[1]");
        refuses(() -> ReplicatorDynamics.step(new double[] {-1, 2}, half), "shares[0]");
        refuses(() -> ReplicatorDynamics.step(new double[0], new double[0]), "shares");
        refuses(() -> ReplicatorDynamics.payoffStep(new double[][] {{1, 2}}, half), "square");
        refuses(() -> ReplicatorDynamics.payoffStep(ROCK_PAPER_SCISSORS, half), "one length");
        refuses(() -> ReplicatorDynamics.inverseFrequencyStep(new double[] {0, 0}), "mass");
        refuses(() -> RestPointSolver.of(new double[0][]), "square");
        refuses(() -> RestPointSolver.of(new double[201][201]), "rows");
    }

    static double[][] payoffs(RandomGenerator random, int size, double min, double max) {
        double[][] payoffs = new double[size][];
        Arrays.setAll(payoffs, i -> Trials.numbers(random, size, min, max));
        return payoffs;
    }

    private static void refuses(ThrowingCallable call, String words) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(words);
    }
}
