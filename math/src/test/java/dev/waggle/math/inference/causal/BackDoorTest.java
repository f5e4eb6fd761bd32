package dev.waggle.math.inference.causal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import dev.waggle.math.Trials;
import dev.waggle.math.inference.causal.BackDoor.Answer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BackDoorTest {

    private static final int X = 0;
    private static final int Y = 1;
    private static final int Z = 2;
    private static final int U = 3;

    @Test
    void isClosedByTheCauseInCommon() {
        CausalGraph graph = CausalGraph.of(3, new int[] {Z, X}, new int[] {Z, Y}, new int[] {X, Y});

        assertThat(BackDoor.answer(graph, X, Y, Z)).isInstanceOfSatisfying(Answer.Adjust.class,
                adjust -> assertThat(adjust.set()).containsExactly(Z));
    }

    @Test
    void needsNothingWhereThereIsNone() {
        CausalGraph graph = CausalGraph.of(3, new int[] {X, Z}, new int[] {Z, Y});

        assertThat(BackDoor.answer(graph, X, Y, Z)).isInstanceOfSatisfying(Answer.Adjust.class,
                adjust -> assertThat(adjust.set()).isEmpty());
    }

    @Test
    void isNotIdentifiableWhenTheCauseInCommonIsHidden() {
        CausalGraph graph = CausalGraph.of(4, new int[] {U, X}, new int[] {U, Y}, new int[] {X, Z}, new int[] {Z, Y});

        assertThat(BackDoor.answer(graph, X, Y, Z)).isInstanceOf(Answer.NoValidSet.class);
        assertThat(BackDoor.answer(graph, X, Y, Z, U)).isInstanceOf(Answer.Adjust.class);
    }

    @Test
    void hasNoEffectToFindAgainstTheArrow() {
        CausalGraph graph = CausalGraph.of(3, new int[] {Y, X}, new int[] {Z, X});

        assertThat(BackDoor.answer(graph, X, Y, Z)).isInstanceOf(Answer.NoEffect.class);
        assertThat(BackDoor.valid(graph, X, Y)).isFalse();
    }

    @Test
    void isValidAsTheDefinitionSaysOnEachGraphOfFour() {
        for (CausalGraph graph : CausalTrials.all(4)) {
            for (int set = 0; set < 16; set += 4) {
                assertThat(BackDoor.valid(graph, X, Y, CausalTrials.members(set)))
                        .isEqualTo(validByDefinition(graph, X, Y, set));
            }
        }
    }

    private static boolean validByDefinition(CausalGraph graph, int x, int y, int set) {
        for (int effect : graph.descendants(x)) {
            if (CausalTrials.in(set, effect)) {
                return false;
            }
        }
        return !CausalTrials.openTrail(graph, x, y, set, true);
    }

    @Test
    void answersWithAMinimalSetOfAnEnumeration() {
        Trials.run(200, random -> {
            int n = random.nextInt(2, 8);
            CausalGraph graph = CausalTrials.random(random, n, 0.45);
            int measured = random.nextInt(1 << n) & ~3;
            List<Integer> minimal = new ArrayList<>();
            IntStream.range(0, 1 << n).filter(set -> (set & ~measured) == 0).boxed()
                    .sorted(Comparator.comparingInt(Integer::bitCount)).forEach(set -> {
                        if (minimal.stream().noneMatch(smaller -> (smaller & ~set) == 0)
                                && validByDefinition(graph, X, Y, set)) {
                            minimal.add(set);
                        }
                    });
            switch (BackDoor.answer(graph, X, Y, CausalTrials.members(measured))) {
                case Answer.Adjust adjust -> assertThat(minimal).contains(mask(adjust.set()));
                case Answer.NoValidSet _ -> assertThat(minimal).isEmpty();
                case Answer.NoEffect _ -> assertThat(graph.descendants(X)).doesNotContain(Y);
            }
        });
    }

    private static int mask(int... set) {
        return IntStream.of(set).map(variable -> 1 << variable).sum();
    }

    @Test
    void answersForFortyVariables() {
        int n = 40;
        int[][] arrows = new int[2 * (n - 2) + 1][];
        arrows[0] = new int[] {X, Y};
        for (int i = 2; i < n; i++) {
            arrows[2 * i - 3] = new int[] {i, X};
            arrows[2 * i - 2] = new int[] {i, Y};
        }
        CausalGraph graph = CausalGraph.of(n, arrows);
        int[] others = IntStream.range(2, n).toArray();

        assertThat(BackDoor.answer(graph, X, Y, others)).isInstanceOfSatisfying(Answer.Adjust.class,
                adjust -> assertThat(adjust.set()).containsExactly(others));
    }

    @Test
    void refusesSetsThatOverlap() {
        CausalGraph graph = CausalGraph.of(3);
        assertThatThrownBy(() -> BackDoor.valid(graph, 0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BackDoor.valid(graph, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BackDoor.answer(graph, 0, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BackDoor.answer(graph, 0, 1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
