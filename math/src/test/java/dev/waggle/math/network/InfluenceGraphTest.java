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
    void fadesAllWeightsAlike() {
        InfluenceGraph graph = Graphs.of(3, 0, 1);
        graph.decay(0.5);
        graph.add(1, 2, 1);
        graph.decay(0.5);
        assertThat(graph.weight(0, 1)).isEqualTo(0.25);
        assertThat(graph.weight(1, 2)).isEqualTo(0.5);
    }

    @Test
    void keepsWeightsWhenNothingFades() {
        InfluenceGraph graph = Graphs.of(3, 0, 1);
        graph.decay(1);
        assertThat(graph.weight(0, 1)).isEqualTo(1);
    }

    @Test
    void isEmptyWhenNothingIsKept() {
        InfluenceGraph graph = Graphs.ring(5);
        graph.decay(0);
        assertThat(graph.edges()).isZero();
        graph.add(0, 1, 2);
        assertThat(graph.weight(0, 1)).isEqualTo(2);
    }

    @Test
    void forgetsAnEdgeThatFadedBesideOthers() {
        InfluenceGraph graph = Graphs.of(4, 0, 1, 1, 2);
        for (int round = 0; round < 300; round++) {
            graph.decay(0.9);
            graph.add(2, 3, 1);
        }
        assertThat(graph.edges()).isEqualTo(1);
        assertThat(graph.weight(0, 1)).isZero();
        assertThat(ConnectedComponents.isolated(graph)).containsExactly(0, 1);
        assertThat(graph.weight(2, 3)).isCloseTo(10, within(1e-9));
    }

    @Test
    void staysFiniteHoweverLongItFades() {
        InfluenceGraph busy = new InfluenceGraph(2);
        InfluenceGraph quiet = Graphs.of(2, 0, 1);
        for (int round = 0; round < 100_000; round++) {
            busy.decay(0.5);
            busy.add(0, 1, 1);
            quiet.decay(0.5);
        }
        assertThat(busy.weight(0, 1)).isCloseTo(2, within(1e-12));
        assertThat(quiet.edges()).isZero();
        assertThat(quiet.heaviest()).isZero();
        quiet.add(1, 0, 3);
        assertThat(quiet.weight(1, 0)).isEqualTo(3);
    }

    @Test
    void growsByNodesWithoutEdges() {
        InfluenceGraph graph = Graphs.ring(3);
        graph.grow(5);
        graph.add(4, 3, 2);
        assertThat(graph.nodes()).isEqualTo(5);
        assertThat(graph.weight(2, 0)).isEqualTo(1);
        assertThat(graph.weight(4, 3)).isEqualTo(2);
    }

    @Test
    void equalsTheSumsOfAMatrix() {
        Trials.run(200, chance -> {
            int nodes = chance.nextInt(2, 12);
            double[][] expected = new double[nodes][nodes];
            InfluenceGraph graph = new InfluenceGraph(nodes);
            for (int event = 0; event < 60; event++) {
                if (chance.nextInt(5) == 0) {
                    double kept = chance.nextDouble(0.5, 1);
                    graph.decay(kept);
                    for (double[] row : expected) {
                        for (int to = 0; to < nodes; to++) {
                            row[to] *= kept;
                        }
                    }
                } else {
                    int from = chance.nextInt(nodes);
                    int to = (from + 1 + chance.nextInt(nodes - 1)) % nodes;
                    double weight = chance.nextDouble();
                    graph.add(from, to, weight);
                    expected[from][to] += weight;
                }
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
    void refusesSizesAndFactorsOutsideTheirDomain() {
        InfluenceGraph graph = new InfluenceGraph(3);
        assertThatIllegalArgumentException().isThrownBy(() -> new InfluenceGraph(0));
        assertThatIllegalArgumentException().isThrownBy(() -> new InfluenceGraph(InfluenceGraph.MAX_NODES + 1));
        assertThatIllegalArgumentException().isThrownBy(() -> graph.grow(2));
        assertThatIllegalArgumentException().isThrownBy(() -> graph.grow(InfluenceGraph.MAX_NODES + 1));
        assertThatIllegalArgumentException().isThrownBy(() -> graph.decay(1.1));
        assertThatIllegalArgumentException().isThrownBy(() -> graph.decay(Double.NaN));
    }
}
