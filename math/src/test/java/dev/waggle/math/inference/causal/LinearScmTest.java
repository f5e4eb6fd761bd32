package dev.waggle.math.inference.causal;

import dev.waggle.math.Trials;
import org.hipparchus.linear.MatrixUtils;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class LinearScmTest {

    /** Mediated model x -> z -> y and x -> y. */
    private static final LinearScm MEDIATED = LinearScm.of(new double[][] {{0, 0, 0}, {2, 0, 0}, {1, 3, 0}});

    @Test
    void keepsTheNoiseThatExplainsWhatWasObserved() {
        LinearScm.Counterfactual answer = MEDIATED.counterfactual(new double[] {1, 2.5, 10}, new int[] {0},
                new double[] {2});

        assertThat(answer.noise()).containsExactly(1, 0.5, 1.5);
        assertThat(answer.values()).containsExactly(2, 4.5, 17);
    }

    @Test
    void cutsAVariableThatIsSetFromItsCauses() {
        LinearScm.Counterfactual answer = MEDIATED.counterfactual(new double[] {1, 2.5, 10}, new int[] {0, 1},
                new double[] {2, 2.5});

        assertThat(answer.values()).containsExactly(2, 2.5, 11);
    }

    @Test
    void changesNothingWhenNothingIsSetOrSetToWhatItWas() {
        Trials.run(200, random -> {
            CausalGraph graph = CausalTrials.random(random, random.nextInt(1, 9), 0.5);
            LinearScm model = LinearScm.of(CausalTrials.weights(random, graph));
            double[] observed = Trials.numbers(random, graph.size(), -10, 10);
            int set = random.nextInt(graph.size());

            assertThat(model.counterfactual(observed, new int[0], new double[0]).values()).containsExactly(observed);
            assertThat(model.counterfactual(observed, new int[] {set}, new double[] {observed[set]}).values())
                    .containsExactly(observed, within(1e-12));
        });
    }

    @Test
    void movesByTheTotalEffectAndOnlyWhatIsAnEffect() {
        Trials.run(200, random -> {
            CausalGraph graph = CausalTrials.random(random, random.nextInt(1, 9), 0.5);
            double[][] weights = CausalTrials.weights(random, graph);
            LinearScm model = LinearScm.of(weights);
            double[][] total = MatrixUtils.inverse(MatrixUtils.createRealIdentityMatrix(graph.size())
                    .subtract(MatrixUtils.createRealMatrix(weights))).getData();
            double[] observed = Trials.numbers(random, graph.size(), -10, 10);
            int x = random.nextInt(graph.size());
            double[] values = model.counterfactual(observed, new int[] {x}, new double[] {observed[x] + 3}).values();
            for (int y = 0; y < graph.size(); y++) {
                assertThat(values[y] - observed[y]).isCloseTo(3 * total[y][x], within(1e-9));
                if (total[y][x] == 0) {
                    assertThat(values[y]).isEqualTo(observed[y]);
                }
            }
        });
    }

    @Test
    void refusesWhatIsNoModelOrNoObservation() {
        assertThatThrownBy(() -> LinearScm.of(new double[][] {{0, 1}, {1, 0}}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("cycle");
        assertThatThrownBy(() -> LinearScm.of(new double[][] {{1}})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LinearScm.of(new double[][] {{0, Double.NaN}, {0, 0}}))
                .isInstanceOf(IllegalArgumentException.class);
        int[] first = {0};
        double[] one = {1};
        assertThatThrownBy(() -> MEDIATED.counterfactual(one, first, one)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MEDIATED.counterfactual(new double[] {1, Double.NaN, 1}, first, one))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("observed[1]");
        assertThatThrownBy(() -> MEDIATED.counterfactual(new double[3], new int[] {0, 0}, new double[2]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MEDIATED.counterfactual(new double[3], new int[] {3}, one))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MEDIATED.counterfactual(new double[3], first, new double[] {1e308}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("finite");
    }
}
