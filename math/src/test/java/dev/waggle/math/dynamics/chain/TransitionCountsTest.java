package dev.waggle.math.dynamics.chain;

import java.util.List;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class TransitionCountsTest {

    @Test
    void givesNoRowToAStateThatWasNeverLeft() {
        TransitionEstimate estimate = TransitionCounts.of(2, 0, 0, 1).estimate();

        assertThat(estimate.rows().get(0)).hasValueSatisfying(row -> assertThat(row).containsExactly(0.5, 0.5));
        assertThat(estimate.rows().get(1)).isEmpty();
        assertThat(estimate.neverLeft()).containsExactly(1);
        assertThat(estimate.chain()).isEmpty();
        assertThat(estimate.chainWithAbsorbingStates().matrix())
                .isDeepEqualTo(new double[][] {{0.5, 0.5}, {0, 1}});
    }

    @Test
    void losesNoMassToAStateThatWasNeverLeft() {
        MarkovChain chain = TransitionCounts.of(3, 0, 1, 0, 1, 2).estimate().chainWithAbsorbingStates();

        assertThat(StationaryDistribution.of(chain)).isInstanceOfSatisfying(StationaryDistribution.Unique.class,
                unique -> assertThat(unique.probabilities()).containsExactly(0, 0, 1));
    }

    @Test
    void joinsNoStatesOfDifferentWalks() {
        TransitionCounts counts = new TransitionCounts(4);
        for (int[] walk : new int[][] {{0, 1}, {2, 3}}) {
            counts.add(walk[0], walk[1]);
        }

        assertThat(counts.count(1, 2)).isZero();
        assertThat(counts.departures(1)).isZero();
    }

    @Test
    void keepsItsCountsWhenItGetsRoomForMoreStates() {
        TransitionCounts small = TransitionCounts.of(2, 0, 1, 0, 0);
        TransitionCounts large = small.withCapacity(3);
        large.add(2, 0);

        assertThat(large.count(0, 1)).isEqualTo(1);
        assertThat(large.departures(0)).isEqualTo(2);
        assertThat(large.count(2, 0)).isEqualTo(1);
        assertThat(small.states()).isEqualTo(2);
        assertThatThrownBy(() -> large.withCapacity(2)).hasMessageContaining("states must be at least 3");
    }

    @Test
    void hasAFullChainWhenEveryStateWasLeft() {
        assertThat(TransitionCounts.of(2, 0, 1, 1, 0).estimate().chain())
                .hasValueSatisfying(
                        chain -> assertThat(chain.matrix()).isDeepEqualTo(new double[][] {{0, 1}, {0.5, 0.5}}));
    }

    @Test
    void needsNeitherTransitionsNorStates() {
        assertThat(TransitionCounts.of(0).estimate().rows()).isEmpty();
        assertThat(TransitionCounts.of(0).estimate().chain()).isEmpty();
        assertThat(TransitionCounts.of(1, 0).estimate().neverLeft()).containsExactly(0);
    }

    @Test
    void addsThePriorToEachEntry() {
        double[][] matrix = TransitionCounts.of(2, 0, 0, 1).posteriorMean(0.5).matrix();

        assertThat(matrix[0]).containsExactly(new double[] {1.5 / 3, 1.5 / 3}, within(1e-15));
        assertThat(matrix[1]).containsExactly(new double[] {0.5, 0.5}, within(1e-15));
    }

    @Test
    void comesToTheMaximumLikelihoodAsThePriorFades() {
        Trials.run(100, random -> {
            int states = random.nextInt(1, 6);
            TransitionCounts counts = TransitionCounts.of(states,
                    random.ints(60, 0, states).toArray());
            double[][] mean = counts.posteriorMean(1e-9).matrix();
            List<Integer> neverLeft = counts.estimate().neverLeft();
            for (int i = 0; i < states; i++) {
                if (!neverLeft.contains(i)) {
                    assertThat(mean[i]).containsExactly(counts.estimate().rows().get(i).orElseThrow(), within(1e-8));
                }
            }
        });
    }

    @Test
    void countedOneByOneEqualsTheWholeWalk() {
        Trials.run(200, random -> {
            int states = random.nextInt(1, 7);
            int[] walk = random.ints(random.nextInt(0, 40), 0, states).toArray();
            TransitionCounts one = new TransitionCounts(states);
            int[][] expected = new int[states][states];
            for (int t = 1; t < walk.length; t++) {
                one.add(walk[t - 1], walk[t]);
                expected[walk[t - 1]][walk[t]]++;
            }
            TransitionCounts whole = TransitionCounts.of(states, walk);
            for (int i = 0; i < states; i++) {
                long departures = 0;
                for (int j = 0; j < states; j++) {
                    assertThat(one.count(i, j)).isEqualTo(whole.count(i, j)).isEqualTo(expected[i][j]);
                    departures += expected[i][j];
                }
                assertThat(one.departures(i)).isEqualTo(whole.departures(i)).isEqualTo(departures);
            }
        });
    }

    @Test
    void refusesStatesThatThereAreNotAndPriorsWithoutWeight() {
        TransitionCounts counts = new TransitionCounts(2);
        assertThatThrownBy(() -> counts.add(2, 0)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("from");
        assertThatThrownBy(() -> counts.add(0, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(counts.departures(0)).isZero();
        assertThatThrownBy(() -> TransitionCounts.of(2, 0, 5)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("walk[1]");
        assertThatThrownBy(() -> new TransitionCounts(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TransitionCounts(MarkovChain.MAX_STATES + 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> counts.posteriorMean(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> counts.posteriorMean(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TransitionCounts(0).posteriorMean(1)).isInstanceOf(IllegalArgumentException.class);
    }
}
