package dev.waggle.math.system;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LeveragePointTest {

    @Test
    void hasTwelvePlacesThatAreFoundByTheirLevel() {
        assertThat(LeveragePoint.values()).hasSize(12);
        for (LeveragePoint point : LeveragePoint.values()) {
            assertThat(LeveragePoint.ofLevel(point.level())).isEqualTo(point);
            assertThat(point.category()).isNotBlank();
        }
        assertThat(LeveragePoint.TRANSCENDING_PARADIGMS.level()).isEqualTo(1);
        assertThat(LeveragePoint.PARAMETERS.level()).isEqualTo(12);
    }

    @Test
    void takesNamesThatMeanSomethingToALanguageForUnknownActions() {
        for (String name : List.of("constructor", "toString", "hashCode", "__proto__", "null", "", " ", "ADD-AGENT")) {
            assertThat(LeveragePoint.of(name)).as(name).isEqualTo(LeveragePoint.PARAMETERS);
        }
    }

    @Test
    void ranksTheStrongestFirst() {
        assertThat(LeveragePoint.rank(List.of("adjust-weight", "reframe-problem", "unheard-of", "add-agent")))
                .containsExactly("reframe-problem", "add-agent", "adjust-weight", "unheard-of");
    }

    @Test
    void rankingKeepsTheOrderOfATieAndLosesNothing() {
        List<String> names = List.of("adjust-threshold", "adjust-weight", "add-agent", "remove-agent", "inject-doubt",
                "inject-challenge", "prune-redundant", "other");
        Trials.run(200, random -> {
            List<String> actions = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                actions.add(names.get(random.nextInt(names.size())));
            }
            List<String> given = List.copyOf(actions);
            List<String> ranked = LeveragePoint.rank(actions);
            assertThat(actions).isEqualTo(given);
            assertThat(ranked).containsExactlyInAnyOrderElementsOf(given);
            assertThat(ranked).isSortedAccordingTo((a, b) -> LeveragePoint.of(a).level() - LeveragePoint.of(b).level());
            for (LeveragePoint point : LeveragePoint.values()) {
                assertThat(ranked.stream().filter(action -> LeveragePoint.of(action) == point))
                        .containsExactlyElementsOf(
                                given.stream().filter(action -> LeveragePoint.of(action) == point).toList());
            }
        });
    }

    @Test
    void refusesALevelThatDoesNotExist() {
        assertThatIllegalArgumentException().isThrownBy(() -> LeveragePoint.ofLevel(0)).withMessageContaining("got 0");
        assertThatIllegalArgumentException().isThrownBy(() -> LeveragePoint.ofLevel(13));
        assertThatIllegalArgumentException().isThrownBy(() -> LeveragePoint.ofLevel(Integer.MIN_VALUE));
    }
}
