package dev.waggle.math.dynamics.chain;

import java.util.TreeSet;

import dev.waggle.math.Trials;
import org.jgrapht.Graph;
import org.jgrapht.alg.cycle.TarjanSimpleCycles;
import org.jgrapht.graph.DefaultDirectedGraph;
import org.jgrapht.graph.DefaultEdge;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MarkovCyclesTest {

    @Test
    void areFoundWhenTheyAreLongerThanTwo() {
        MarkovCycles cycles = MarkovCycles.of(MarkovChain.of(new double[][] {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}), 0.1);

        assertThat(cycles.exist()).isTrue();
        assertThat(cycles.states()).containsExactly(0, 1, 2);
    }

    @Test
    void needStepsAboveTheThreshold() {
        MarkovChain chain = MarkovChain.of(new double[][] {{0.7, 0.1 + 0.2}, {1, 0}});

        assertThat(MarkovCycles.of(chain, 0.3).exist()).as("0.1 + 0.2 ties with 0.3").isFalse();
        assertThat(MarkovCycles.of(chain, 0.29).exist()).isTrue();
    }

    @Test
    void ofRareStepsCountWithoutAThreshold() {
        MarkovChain chain = MarkovChain.of(new double[][] {{1 - 1e-15, 1e-15}, {1, 0}});

        assertThat(MarkovCycles.of(chain, 0).exist()).isTrue();
    }

    @Test
    void standInGroupsThatShareNoState() {
        MarkovCycles cycles = MarkovCycles.of(
                MarkovChain.of(new double[][] {{0, 0, 1, 0}, {0, 0, 0, 1}, {1, 0, 0, 0}, {0, 1, 0, 0}}), 0.5);

        assertThat(cycles.groups()).containsExactly(new int[] {0, 2}, new int[] {1, 3});
        assertThat(cycles.states()).containsExactly(0, 1, 2, 3);
    }

    @Test
    void holdTheStatesOfAllSimpleCyclesOfTwoOrMore() {
        Trials.run(200, random -> {
            MarkovChain chain = random.nextBoolean() ? MarkovTrials.sparse(random, 7)
                    : MarkovTrials.dense(random, random.nextInt(2, 6));
            double threshold = random.nextDouble() * 0.6;
            Graph<Integer, DefaultEdge> steps = new DefaultDirectedGraph<>(DefaultEdge.class);
            for (int i = 0; i < chain.size(); i++) {
                steps.addVertex(i);
            }
            for (int i = 0; i < chain.size(); i++) {
                for (int j = 0; j < chain.size(); j++) {
                    if (chain.probability(i, j) > threshold && i != j) {
                        steps.addEdge(i, j);
                    }
                }
            }
            TreeSet<Integer> states = new TreeSet<>();
            new TarjanSimpleCycles<>(steps).findSimpleCycles().forEach(states::addAll);
            MarkovCycles cycles = MarkovCycles.of(chain, threshold);
            assertThat(cycles.states()).containsExactly(states.stream().mapToInt(Integer::intValue).toArray());
            assertThat(cycles.exist()).isEqualTo(!states.isEmpty());
        });
    }

    @Test
    void refuseAThresholdThatIsNoProbability() {
        MarkovChain chain = MarkovChain.of(new double[][] {{1}});
        assertThatThrownBy(() -> MarkovCycles.of(chain, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MarkovCycles.of(chain, 1.1)).isInstanceOf(IllegalArgumentException.class);
    }
}
