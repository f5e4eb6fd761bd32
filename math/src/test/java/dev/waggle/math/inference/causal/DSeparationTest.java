package dev.waggle.math.inference.causal;

import java.util.stream.IntStream;

import dev.waggle.math.Trials;
import org.jgrapht.Graph;
import org.jgrapht.alg.connectivity.ConnectivityInspector;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.SimpleGraph;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DSeparationTest {

    @Test
    void isBrokenByACauseInCommonAndByAMediatorUnlessGiven() {
        CausalGraph fork = CausalGraph.of(3, new int[] {2, 0}, new int[] {2, 1});
        CausalGraph chain = CausalGraph.of(3, new int[] {0, 2}, new int[] {2, 1});

        assertThat(DSeparation.separated(fork, 0, 1)).isFalse();
        assertThat(DSeparation.separated(fork, 0, 1, 2)).isTrue();
        assertThat(DSeparation.separated(chain, 0, 1)).isFalse();
        assertThat(DSeparation.separated(chain, 0, 1, 2)).isTrue();
    }

    @Test
    void isBrokenByAColliderOnlyWhenItOrAnEffectOfItIsGiven() {
        CausalGraph collider = CausalGraph.of(4, new int[] {0, 2}, new int[] {1, 2}, new int[] {2, 3});

        assertThat(DSeparation.separated(collider, 0, 1)).isTrue();
        assertThat(DSeparation.separated(collider, 0, 1, 2)).isFalse();
        assertThat(DSeparation.separated(collider, 0, 1, 3)).isFalse();
    }

    @Test
    void isTheDefinitionOnEachGraphOfFour() {
        for (CausalGraph graph : CausalTrials.all(4)) {
            for (int x = 0; x < 4; x++) {
                for (int y = 0; y < x; y++) {
                    for (int given = 0; given < 16; given++) {
                        if (!CausalTrials.in(given, x) && !CausalTrials.in(given, y)) {
                            assertThat(DSeparation.separated(graph, x, y, CausalTrials.members(given)))
                                    .isEqualTo(!CausalTrials.openTrail(graph, x, y, given, false));
                        }
                    }
                }
            }
        }
    }

    /** Theorem of Lauritzen, Dawid, Larsen and Leimer 1990. */
    @Test
    void isSeparationInTheMoralGraphOfTheAncestors() {
        Trials.run(400, random -> {
            CausalGraph graph = CausalTrials.random(random, random.nextInt(2, 14), random.nextDouble(0.1, 0.5));
            int[] order = CausalTrials.permutation(random, graph.size());
            int x = order[0];
            int y = order[1];
            int[] given = IntStream.of(order).skip(2).limit(random.nextInt(graph.size() - 1)).toArray();

            assertThat(DSeparation.separated(graph, x, y, given)).isEqualTo(apartInMoralGraph(graph, x, y, given))
                    .isEqualTo(DSeparation.separated(graph, y, x, given));
        });
    }

    private static boolean apartInMoralGraph(CausalGraph graph, int x, int y, int... given) {
        Graph<Integer, DefaultEdge> moral = new SimpleGraph<>(DefaultEdge.class);
        int[] of = IntStream.concat(IntStream.of(x, y), IntStream.of(given)).toArray();
        for (int variable : graph.ancestors(of)) {
            moral.addVertex(variable);
        }
        for (int variable : graph.ancestors(of)) {
            for (int a : graph.parents(variable)) {
                moral.addEdge(a, variable);
                for (int b : graph.parents(variable)) {
                    if (a < b) {
                        moral.addEdge(a, b);
                    }
                }
            }
        }
        for (int variable : given) {
            moral.removeVertex(variable);
        }
        return !new ConnectivityInspector<>(moral).pathExists(x, y);
    }

    @Test
    void refusesSetsThatOverlap() {
        CausalGraph graph = CausalGraph.of(3);
        assertThatThrownBy(() -> DSeparation.separated(graph, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DSeparation.separated(graph, 0, 1, 0)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("given must not contain x");
        assertThatThrownBy(() -> DSeparation.separated(graph, 0, 1, 2, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DSeparation.separated(graph, 0, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DSeparation.separated(graph, 0, 1, -1)).isInstanceOf(IllegalArgumentException.class);
    }
}
