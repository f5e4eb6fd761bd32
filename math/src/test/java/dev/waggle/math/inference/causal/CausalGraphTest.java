package dev.waggle.math.inference.causal;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CausalGraphTest {

    private final CausalGraph graph = CausalGraph.of(5, new int[] {3, 1}, new int[] {1, 0}, new int[] {3, 4});

    @Test
    void knowsCausesAndEffects() {
        assertThat(graph.parents(0)).containsExactly(1);
        assertThat(graph.children(3)).containsExactly(1, 4);
        assertThat(graph.ancestors(0)).containsExactly(0, 1, 3);
        assertThat(graph.ancestors(0, 4)).containsExactly(0, 1, 3, 4);
        assertThat(graph.descendants(3)).containsExactly(0, 1, 3, 4);
        assertThat(graph.descendants()).isEmpty();
        assertThat(graph.causes(3, 1)).isTrue();
        assertThat(graph.causes(1, 3)).isFalse();
    }

    @Test
    void losesArrowsOnlyInACopy() {
        assertThat(graph.withoutEffectsOf(3).arrows()).containsExactly(new CausalGraph.Edge(1, 0));
        graph.parents(0)[0] = 4;
        assertThat(graph.parents(0)).containsExactly(1);
    }

    @Test
    void takesTheSameArrowTwiceForOne() {
        assertThat(CausalGraph.of(2, new int[] {0, 1}, new int[] {0, 1})).isEqualTo(CausalGraph.of(2, new int[] {0, 1}))
                .hasSameHashCodeAs(CausalGraph.of(2, new int[] {0, 1}));
    }

    @Test
    void mayBeEmpty() {
        assertThat(CausalGraph.of(0).causesFirst()).isEmpty();
    }

    @Test
    void namesTheCycleThatItRefuses() {
        assertThatThrownBy(() -> CausalGraph.of(5, new int[] {0, 1}, new int[] {1, 3}, new int[] {3, 2},
                new int[] {2, 1}, new int[] {3, 4}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("1 -> 3 -> 2 -> 1")
                .hasMessageContaining("Maybe");
        assertThatThrownBy(() -> CausalGraph.of(2, new int[] {1, 1})).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 -> 1");
    }

    @Test
    void refusesWhatIsNoArrow() {
        assertThatThrownBy(() -> CausalGraph.of(2, new int[] {0, 2})).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("arrows[0][1]");
        assertThatThrownBy(() -> CausalGraph.of(2, new int[] {0})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CausalGraph.of(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CausalGraph.of(CausalGraph.MAX_VARIABLES + 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> graph.parents(5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> graph.ancestors(1, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ordersEachVariableAfterItsCauses() {
        Trials.run(200, chance -> {
            CausalGraph random = CausalTrials.random(chance, chance.nextInt(1, 12), 0.3);
            int[] at = new int[random.size()];
            int[] order = random.causesFirst();
            for (int k = 0; k < order.length; k++) {
                at[order[k]] = k;
            }
            assertThat(order).hasSize(random.size());
            random.arrows().forEach(arrow -> assertThat(at[arrow.from()]).isLessThan(at[arrow.to()]));
        });
    }

    @Test
    void namesACycleInAnyGraphThatHasOne() {
        Trials.run(200, chance -> {
            CausalGraph random = CausalTrials.random(chance, chance.nextInt(2, 9), 0.5);
            int from = chance.nextInt(random.size());
            int[] causes = random.ancestors(from);
            int to = causes[chance.nextInt(causes.length)];
            int[][] arrows = new int[random.arrows().size() + 1][];
            for (int k = 0; k + 1 < arrows.length; k++) {
                arrows[k] = new int[] {random.arrows().get(k).from(), random.arrows().get(k).to()};
            }
            arrows[arrows.length - 1] = new int[] {from, to};
            assertThatThrownBy(() -> CausalGraph.of(random.size(), arrows))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(from + " -> " + to);
        });
    }
}
