package dev.waggle.math.dynamics.chain;

import java.util.Arrays;

import dev.waggle.math.Trials;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class AbsorbingChainTest {

    /** Ruin and duration of the classical game (Feller 1968, XIV.2-3). */
    @Test
    void ruinsTheGamblerAsTheClosedFormSays() {
        for (double p : new double[] {0.5, 0.4, 0.55, 0.9}) {
            for (int n : new int[] {2, 5, 30}) {
                AbsorbingChain chain = AbsorbingChain.of(MarkovTrials.gambler(n, p));
                double odds = (1 - p) / p;
                for (int i = 1; i < n; i++) {
                    double wins = p == 0.5 ? (double) i / n : (1 - Math.pow(odds, i)) / (1 - Math.pow(odds, n));
                    double steps = p == 0.5 ? (double) i * (n - i) : (n * wins - i) / (2 * p - 1);
                    assertThat(chain.absorption()[i - 1][1] / wins).isCloseTo(1, within(1e-11));
                    assertThat(chain.absorption()[i - 1][0]).isCloseTo(1 - wins, within(1e-12));
                    assertThat(chain.expectedSteps()[i - 1] / steps).isCloseTo(1, within(1e-11));
                }
            }
        }
    }

    @Test
    void hasTheInverseAsItsFundamentalMatrix() {
        Trials.run(100, random -> {
            int n = random.nextInt(1, 8);
            int ends = random.nextInt(1, 4);
            double[][] q = new double[n][];
            double[][] r = new double[n][];
            for (int i = 0; i < n; i++) {
                double[] row = MarkovTrials.dense(random, n + ends).matrix()[0];
                q[i] = Arrays.copyOf(row, n);
                r[i] = Arrays.copyOfRange(row, n, n + ends);
            }
            AbsorbingChain chain = AbsorbingChain.of(q, r);
            RealMatrix inverse = MatrixUtils.inverse(
                    MatrixUtils.createRealIdentityMatrix(n).subtract(MatrixUtils.createRealMatrix(q)));
            RealMatrix absorption = inverse.multiply(MatrixUtils.createRealMatrix(r));
            for (int i = 0; i < n; i++) {
                assertThat(chain.fundamental()[i]).containsExactly(inverse.getRow(i), within(1e-10));
                assertThat(chain.absorption()[i]).containsExactly(absorption.getRow(i), within(1e-11));
                double steps = 0;
                for (double visits : inverse.getRow(i)) {
                    steps += visits;
                }
                assertThat(chain.expectedSteps()[i]).isCloseTo(steps, within(1e-10));
            }
        });
    }

    @Test
    void settlesSomewhereForCertain() {
        Trials.run(200, random -> {
            MarkovChain chain = MarkovTrials.sparse(random, 9);
            AbsorbingChain absorbing = AbsorbingChain.of(chain);
            int members = absorbing.transientStates().length;
            for (int[] destination : absorbing.destinations()) {
                members += destination.length;
            }
            assertThat(members).isEqualTo(chain.size());
            for (double[] row : absorbing.absorption()) {
                double total = 0;
                for (double probability : row) {
                    assertThat(probability).isBetween(0.0, 1.0);
                    total += probability;
                }
                assertThat(total).isCloseTo(1, within(1e-11));
            }
        });
    }

    @Test
    void countsAClosedClassAsOneDestination() {
        AbsorbingChain chain = AbsorbingChain
                .of(MarkovChain.of(new double[][] {{0.5, 0.25, 0.25}, {0, 0, 1}, {0, 1, 0}}));

        assertThat(chain.transientStates()).containsExactly(0);
        assertThat(chain.destinations()).containsExactly(new int[] {1, 2});
        assertThat(chain.absorption()).isDeepEqualTo(new double[][] {{1}});
        assertThat(chain.expectedSteps()).containsExactly(2);
    }

    @Test
    void isEmptyWithoutTransientStates() {
        AbsorbingChain chain = AbsorbingChain.of(MarkovChain.of(new double[][] {{0, 1}, {1, 0}}));

        assertThat(chain.transientStates()).isEmpty();
        assertThat(chain.expectedSteps()).isEmpty();
        assertThat(chain.destinations()).containsExactly(new int[] {0, 1});
    }

    @Test
    void staysAccurateWhenItHardlyEverEnds() {
        double rare = 1e-12;
        AbsorbingChain chain = AbsorbingChain.of(
                MarkovChain.of(new double[][] {{0, 1, 0}, {1 - rare, 0, rare}, {0, 0, 1}}));

        // From 1: with probability rare it ends, otherwise it takes two steps to try again.
        assertThat(chain.expectedSteps()[1] * rare).isCloseTo(2 - rare, within(1e-12));
    }

    @Test
    void refusesWhatIsNoAbsorbingChain() {
        assertThatThrownBy(() -> AbsorbingChain.of(new double[][] {{0.5, 0.5}, {0, 1}}, new double[][] {{0}, {0}}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("state 1")
                .hasMessageContaining("Maybe");
        assertThatThrownBy(() -> AbsorbingChain.of(new double[][] {{0.5}}, new double[][] {{0.4}}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("sum to 1");
        assertThatThrownBy(() -> AbsorbingChain.of(new double[][] {{0.5}}, new double[0][]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> AbsorbingChain.of(new double[0][], new double[0][]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> AbsorbingChain.of(new double[][] {{0.5}}, new double[][] {{}}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> AbsorbingChain.of(new double[][] {{0.5}}, new double[1][MarkovChain.MAX_STATES]))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
