package dev.waggle.swarm.runlog;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.MathStopReason;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class LensFactsTest {

    static Stream<Arguments> everyKindOfFinding() {
        return Stream.of(
                Arguments.of(new Finding.Settle("l", MathStopReason.ENTROPY_CONVERGED, "why"), "settle",
                        Map.of("reason", MathStopReason.ENTROPY_CONVERGED.wireName())),
                Arguments.of(new Finding.Provoke("l", "p1", "why"), "provoke", Map.of("proposalId", "p1")),
                Arguments.of(new Finding.Weigh("l", Map.of("a", 1.1), "why"), "weigh", Map.of("weights", "1.1")),
                Arguments.of(new Finding.Prune("l", List.of("a", "b"), "why"), "prune", Map.of("agents", "b")),
                Arguments.of(new Finding.Gap("l", "critic", 0.7, "why"), "gap",
                        Map.of("role", "critic", "urgency", "0.7")),
                Arguments.of(new Finding.Rewire("l", Finding.Rewire.Change.SEPARATE, List.of("a"), "why"), "rewire",
                        Map.of("change", "separate", "agents", "a")),
                Arguments.of(new Finding.Failed("l", "why"), "failed", Map.of()));
    }

    @ParameterizedTest
    @MethodSource("everyKindOfFinding")
    void aFindingSaysWhatItsKindHasOfItsOwn(Finding finding, String kind, Map<String, String> own) {
        Payload.Open fact = LensFacts.found(finding);
        JsonObjectReader facts = JsonObjectReader.root("fact", data(fact));

        assertThat(fact.summary()).isEqualTo("why");
        assertThat(facts.text("lens")).isEqualTo("l");
        assertThat(facts.text("finding")).isEqualTo(kind);
        own.forEach((name, text) -> assertThat(String.valueOf(facts.optional(name))).contains(text));
        assertThat(facts.has("shortened")).isFalse();
    }

    @ParameterizedTest
    @MethodSource("everyKindOfFinding")
    void inShortItSaysThatItIs(Finding finding, String kind, Map<String, String> own) {
        Payload.Open fact = LensFacts.foundWithoutDetails(finding);
        JsonObjectReader facts = JsonObjectReader.root("fact", data(fact));

        assertThat(fact.summary()).isEqualTo("why");
        assertThat(facts.text("lens") + ' ' + facts.text("finding")).isEqualTo("l " + kind);
        assertThat(facts.flag("shortened")).isTrue();
        assertThat(own.keySet()).noneMatch(facts::has);
    }

    private static JsonValue data(Payload.Open fact) {
        assertThat(fact.data()).isNotNull();
        return Objects.requireNonNull(fact.data());
    }
}
