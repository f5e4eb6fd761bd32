package dev.waggle.math.network;

import java.util.stream.IntStream;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ConnectedComponentsTest {

    @Test
    void countsComponentsWithAndWithoutANode() {
        InfluenceGraph graph = Graphs.star(6);
        assertThat(ConnectedComponents.components(graph)).isEqualTo(1);
        assertThat(ConnectedComponents.componentsWithout(graph, 0)).isEqualTo(5);
        assertThat(ConnectedComponents.componentsWithout(graph, 3)).isEqualTo(1);
        assertThat(ConnectedComponents.components(new InfluenceGraph(3))).isEqualTo(3);
        assertThat(ConnectedComponents.componentsWithout(new InfluenceGraph(3), 1)).isEqualTo(2);
        assertThat(ConnectedComponents.componentsWithout(new InfluenceGraph(1), 0)).isZero();
    }

    @Test
    void anArticulationPointIsANodeWhoseRemovalLeavesMoreComponents() {
        Trials.run(200, random -> {
            int n = random.nextInt(1, 14);
            InfluenceGraph graph = Graphs.random(random, n, random.nextInt(2 * n));
            int before = ConnectedComponents.components(graph);
            int[] expected = IntStream.range(0, n)
                    .filter(node -> ConnectedComponents.componentsWithout(graph, node) > before).toArray();
            assertThat(ConnectedComponents.articulationPoints(graph)).containsExactly(expected);
        });
    }

    @Test
    void aGraphWithoutEdgesHasNoArticulationPoint() {
        assertThat(ConnectedComponents.articulationPoints(new InfluenceGraph(1))).isEmpty();
        assertThat(ConnectedComponents.articulationPoints(new InfluenceGraph(4))).isEmpty();
    }

    @Test
    void aLongPathOverflowsNoStack() {
        assertThat(ConnectedComponents.articulationPoints(Graphs.path(InfluenceGraph.MAX_NODES)))
                .hasSize(InfluenceGraph.MAX_NODES - 2);
    }

    @Test
    void refusesANodeThatIsNotThere() {
        assertThatIllegalArgumentException().isThrownBy(() -> ConnectedComponents.componentsWithout(Graphs.ring(3), 3));
    }
}
