package dev.waggle.math.dynamics.chain;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class MarkovChainTest {

    @Test
    void keepsItsMatrixToItself() {
        double[][] matrix = {{0.5, 0.5}, {0, 1}};
        MarkovChain chain = MarkovChain.of(matrix);
        matrix[0][0] = 7;
        chain.matrix()[0][0] = 7;

        assertThat(chain.probability(0, 0)).isEqualTo(0.5);
    }

    @Test
    void takesDecimalsThatWereRounded() {
        double third = 0.3333333333;
        assertThat(MarkovChain.of(new double[][] {{third, third, third}, {1, 0, 0}, {0, 1, 0}}).probability(0, 1))
                .isCloseTo(1.0 / 3, within(1e-15));
    }

    @Test
    void refusesWhatIsNoTransitionMatrix() {
        for (double[][] matrix : List.<double[][]>of(new double[0][], new double[][] {{0.5, 0.5}},
                new double[][] {{0.5, 0.5}, {1}}, new double[][] {{1.5, -0.5}, {0, 1}},
                new double[][] {{Double.NaN, 1}, {0, 1}}, new double[][] {{Double.POSITIVE_INFINITY, 1}, {0, 1}},
                new double[MarkovChain.MAX_STATES + 1][MarkovChain.MAX_STATES + 1])) {
            assertThatThrownBy(() -> MarkovChain.of(matrix)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("matrix");
        }
        assertThatThrownBy(() -> MarkovChain.of(new double[][] {{0, 1}, {0, 0}}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("matrix[1] must sum to 1, got 0.0").hasMessageContaining("Maybe");
        assertThatThrownBy(() -> MarkovChain.of(new double[][] {{2, 3}, {1, 1}}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesStatesOfAnotherChain() {
        MarkovChain chain = MarkovChain.of(new double[][] {{1}});
        assertThatThrownBy(() -> chain.probability(0, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
