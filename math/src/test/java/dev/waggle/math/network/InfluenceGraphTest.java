package dev.waggle.math.network;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class InfluenceGraphTest {

    @Test
    void addsUpTheWeightOfAnEdgeAndKeepsItOnce() {
        InfluenceGraph graph = new InfluenceGraph(3);
        for (int round = 0; round < 1_000; round++) {
            graph.add(0, 1, 0.5);
        }
        assertThat(graph.edges()).isEqualTo(1);
        assertThat(graph.weight(0, 1)).isEqualTo(500);
        assertThat(graph.weight(1, 0)).isZero();
        assertThat(graph.heaviest()).isEqualTo(500);
    }

    @Test
    void addsNothingForNoWeight() {
        InfluenceGraph graph = new InfluenceGraph(2);
        graph.add(0, 1, 0);
        assertThat(graph.edges()).isZero();
        assertThat(graph.heaviest()).isZero();
    }

    @Test
    void equalsTheSumsOfAMatrix() {
        Trials.run(200, random -> {
            int nodes = random.nextInt(2, 12);
            double[][] expected = new double[nodes][nodes];
            InfluenceGraph graph = new InfluenceGraph(nodes);
            for (int event = 0; event < 60; event++) {
                int from = random.nextInt(nodes);
                int to = (from + 1 + random.nextInt(nodes - 1)) % nodes;
                double weight = random.nextDouble();
                graph.add(from, to, weight);
                expected[from][to] += weight;
            }
            int edges = 0;
            for (int from = 0; from < nodes; from++) {
                for (int to = 0; to < nodes; to++) {
                    assertThat(graph.weight(from, to)).isCloseTo(expected[from][to], within(1e-12));
                    edges += expected[from][to] > 0 ? 1 : 0;
                }
            }
            assertThat(graph.edges()).isEqualTo(edges);
        });
    }

    @Test
    void refusesWhatIsNoInfluence() {
        InfluenceGraph graph = new InfluenceGraph(3);
        assertThatIllegalArgumentException().isThrownBy(() -> graph.add(0, 1, -0.5)).withMessageContaining("weight");
        assertThatIllegalArgumentException().isThrownBy(() -> graph.add(0, 1, Double.NaN)).withMessageContaining("NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> graph.add(0, 1, Double.POSITIVE_INFINITY));
        assertThatIllegalArgumentException().isThrownBy(() -> graph.add(0, 3, 1)).withMessageContaining("to");
        assertThatIllegalArgumentException().isThrownBy(() -> graph.add(-1, 0, 1)).withMessageContaining("from");
        assertThatIllegalArgumentException().isThrownBy(() -> graph.add(1, 1, 1)).withMessageContaining("Maybe");
        assertThatIllegalArgumentException().isThrownBy(() -> graph.weight(0, 9));
        assertThat(graph.edges()).isZero();
    }

    @Test
    void refusesWeightsThatGrowBeyondTheLimitAndKeepsWhatItHad() {
        InfluenceGraph graph = new InfluenceGraph(2);
        graph.add(0, 1, InfluenceGraph.MAX_WEIGHT);
        assertThatIllegalArgumentException().isThrownBy(() -> graph.add(0, 1, InfluenceGraph.MAX_WEIGHT));
        assertThat(graph.weight(0, 1)).isEqualTo(InfluenceGraph.MAX_WEIGHT);
    }

    @Test
    void refusesSizesOutsideTheirDomain() {
        assertThatIllegalArgumentException().isThrownBy(() -> new InfluenceGraph(0));
        assertThatIllegalArgumentException().isThrownBy(() -> new InfluenceGraph(InfluenceGraph.MAX_NODES + 1));
    }
}
