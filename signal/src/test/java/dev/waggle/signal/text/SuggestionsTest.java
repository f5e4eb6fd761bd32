package dev.waggle.signal.text;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SuggestionsTest {

    @Test
    void suggestsTheNameThatIsNear() {
        assertThat(Suggestions.nearest("agent", List.of("item", "Agnet", "label"))).contains("Agnet");
        assertThat(Suggestions.nearest("agent", List.of("item", "label"))).isEmpty();
    }

    @Test
    void suggestsTheNearestFirstAndTheEarlierOfTwo() {
        assertThat(Suggestions.nearest("entropi", List.of("entropies", "tropic", "entropy", "entropa"),
                Suggestions.Tolerance.HALF, 3)).containsExactly("entropy", "entropa", "entropies");
    }

    @Test
    void caseOfNoScriptMatters() {
        assertThat(Suggestions.nearest(" STRASSE", List.of("Straße"))).contains("Straße");
        assertThat(Suggestions.nearest("οδος", List.of("ΟΔΟΣ"), Suggestions.Tolerance.THREE)).contains("ΟΔΟΣ");
    }

    @Test
    void halfMeasuresTheLongerNameAndThreeTheKnownOne() {
        assertThat(Suggestions.nearest("abcd", List.of("ab"), Suggestions.Tolerance.HALF)).contains("ab");
        assertThat(Suggestions.nearest("abcd", List.of("ab"), Suggestions.Tolerance.THREE)).isEmpty();
        assertThat(Suggestions.nearest("xxxxtestname", List.of("besttestname"), Suggestions.Tolerance.HALF))
                .isPresent();
        assertThat(Suggestions.nearest("xxxxtestname", List.of("besttestname"), Suggestions.Tolerance.THREE)).isEmpty();
    }

    @Test
    void neighboursThatAreSwappedAreOneEdit() {
        assertThat(Suggestions.nearest("dmeo", List.of("mcp", "demo", "memory"), Suggestions.Tolerance.THIRD))
                .contains("demo");
        assertThat(Suggestions.nearest("slove", List.of("serve", "solve"), Suggestions.Tolerance.THIRD))
                .contains("solve");
        assertThat(Suggestions.nearest("badc", List.of("abcd"), Suggestions.Tolerance.HALF)).contains("abcd");
        assertThat(Suggestions.nearest("badc", List.of("abcd"), Suggestions.Tolerance.THIRD)).isEmpty();
        assertThat(Suggestions.nearest("ca", List.of("abc"), Suggestions.Tolerance.HALF))
                .as("a swapped pair is not edited again").isEmpty();
    }

    @Test
    void aThirdIsNeverFarFetched() {
        assertThat(Suggestions.nearest("test", List.of("tree", "list", "tell"), Suggestions.Tolerance.THIRD)).isEmpty();
        assertThat(Suggestions.nearest("x", List.of("log", "mcp"), Suggestions.Tolerance.THIRD)).isEmpty();
    }

    @Test
    void longNamesAreComparedByTheirBeginning() {
        String longName = "a".repeat(64);

        assertThat(Suggestions.nearest(longName + "b".repeat(200), List.of(longName))).contains(longName);
        assertThat(Suggestions.nearest("b".repeat(64) + longName, List.of(longName))).isEmpty();
        assertThat(Suggestions.nearest("", List.of("", "a"))).contains("");
    }
}
