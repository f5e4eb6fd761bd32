package dev.waggle.math.network;

import java.util.stream.IntStream;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ConnectednessTest {

    @Test
    void countsComponentsWithAndWithoutANode() {
        InfluenceGraph graph = Graphs.star(6);
        assertThat(Connectedness.components(graph)).isEqualTo(1);
        assertThat(Connectedness.componentsWithout(graph, 0)).isEqualTo(5);
        assertThat(Connectedness.componentsWithout(graph, 3)).isEqualTo(1);
        assertThat(Connectedness.components(new InfluenceGraph(3))).isEqualTo(3);
        assertThat(Connectedness.componentsWithout(new InfluenceGraph(3), 1)).isEqualTo(2);
        assertThat(Connectedness.componentsWithout(new InfluenceGraph(1), 0)).isZero();
    }

    @Test
    void findsTheNodesWithoutEdgesAndNotTheOnesWhoOnlyLeadOrFollow() {
        assertThat(Connectedness.isolated(Graphs.of(4, 2, 0))).containsExactly(1, 3);
        assertThat(Connectedness.isolated(Graphs.star(3))).isEmpty();
        assertThat(Connectedness.isolated(new InfluenceGraph(2))).containsExactly(0, 1);
    }

    @Test
    void anArticulationPointIsANodeWhoseRemovalLeavesMoreComponents() {
        Trials.run(200, chance -> {
            int n = chance.nextInt(1, 14);
            InfluenceGraph graph = Graphs.random(chance, n, chance.nextInt(2 * n));
            int before = Connectedness.components(graph);
            int[] expected = IntStream.range(0, n)
                    .filter(node -> Connectedness.componentsWithout(graph, node) > before).toArray();
            assertThat(Connectedness.articulationPoints(graph)).containsExactly(expected);
        });
    }

    @Test
    void aGraphWithoutEdgesHasNoArticulationPoint() {
        assertThat(Connectedness.articulationPoints(new InfluenceGraph(1))).isEmpty();
        assertThat(Connectedness.articulationPoints(new InfluenceGraph(4))).isEmpty();
    }

    @Test
    void aLongPathOverflowsNoStack() {
        assertThat(Connectedness.articulationPoints(Graphs.path(InfluenceGraph.MOST_NODES)))
                .hasSize(InfluenceGraph.MOST_NODES - 2);
    }

    @Test
    void refusesANodeThatIsNotThere() {
        assertThatIllegalArgumentException().isThrownBy(() -> Connectedness.componentsWithout(Graphs.ring(3), 3));
    }
}
