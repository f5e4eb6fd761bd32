package dev.waggle.signal.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonMutants;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class CachedCallTest {

    private static final CachedCall ANSWERED = CachedCall.answered(
            List.of(new CachedCall.OutputPiece(true, "hm"), new CachedCall.OutputPiece(false, "yes")), 12.5,
            new HarnessOutput("yes", List.of(new ToolCall("c1", "search", JsonValue.of(Map.of())),
                    new ToolCall("c2", "list", null)), "s1", new TokenUsage(3, 4, 7), ModelStopReason.END));
    private static final CachedCall FAILED = CachedCall.failed(List.of(), 0.25,
            new HarnessFailure(HarnessFailure.Kind.RATE_LIMITED, "too many", Duration.ofNanos(1_500)));

    private static final CachedCall CHARGED = CachedCall.failed(List.of(), 0.25,
            new HarnessFailure(HarnessFailure.Kind.TRUNCATED, "broken off", Duration.ofNanos(1_500))
                    .withUsage(new TokenUsage(9, 4, 13, 3, 2, 1)));

    /** Values that no field of a call may have. */
    private static final List<JsonValue> OTHERS = List.of(JsonValue.ofNull(), JsonValue.of(true),
            JsonValue.of(List.of(JsonValue.of(1))));

    @Test
    void aStoredCallIsReadAsItWas() {
        assertThat(CachedCall.read(ANSWERED.json())).contains(ANSWERED);
        assertThat(CachedCall.read(FAILED.json())).contains(FAILED);
        assertThat(CachedCall.read(CHARGED.json())).contains(CHARGED);
        assertThat(JsonLine.of(FAILED.json())).isEqualTo("{\"pieces\":[],\"tookMs\":0.25,\"failure\":{\"kind\":\""
                + HarnessFailure.Kind.RATE_LIMITED.wireName()
                + "\",\"message\":\"too many\",\"retryAfterNanos\":1500}}");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noFieldOfAnotherKindIsBelieved(boolean answered) {
        JsonValue.Obj stored = (JsonValue.Obj) (answered ? ANSWERED : FAILED).json();
        int mutants = countRefusals(stored, List.of(), stored);

        assertThat(mutants).isGreaterThan(answered ? 20 : 10);
    }

    @Test
    void aCallWithoutARequiredFieldIsNone() {
        for (String field : List.of("pieces", "tookMs", "output")) {
            Map<String, JsonValue> fields = new LinkedHashMap<>(((JsonValue.Obj) ANSWERED.json()).fields());
            fields.remove(field);
            assertThat(CachedCall.read(JsonValue.of(fields))).as(field).isEmpty();
        }
        assertThat(CachedCall.read(JsonValue.of("text"))).isEqualTo(Optional.empty());
    }

    @Test
    void aFailedCallOfAnEarlierVersionIsStillNotCharged() {
        JsonValue stored = JsonValue.of(Map.of("pieces", JsonValue.of(List.of()), "tookMs", JsonValue.of(0.25),
                "failure", JsonValue.of(Map.of("kind", JsonValue.of("stalled"), "message", JsonValue.of("silence")))));

        CachedCall read = CachedCall.read(stored).orElseThrow();

        assertThat(Objects.requireNonNull(read.failure()).charge(100, 0)).isEqualTo(TokenUsage.NONE);
        assertThat(JsonMutants.plain(read.json())).isEqualTo(JsonMutants.plain(stored));
    }

    @Test
    void aMutantOfAChargedFailureIsNoneOrWrittenBack() {
        List<JsonValue> mutants = JsonMutants.of(CHARGED.json());

        for (JsonValue mutant : mutants) {
            CachedCall.read(mutant).ifPresent(call -> assertThat(JsonMutants.plain(call.json()))
                    .as(JsonLine.of(mutant)).isEqualTo(JsonMutants.plain(mutant)));
        }
        assertThat(mutants).hasSizeGreaterThan(100);
        assertThat(countRefusals((JsonValue.Obj) CHARGED.json(), List.of(), (JsonValue.Obj) CHARGED.json()))
                .isGreaterThan(30);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMutantIsNoneOrWrittenBack(boolean answered) {
        JsonValue stored = (answered ? ANSWERED : FAILED).json();
        List<JsonValue> mutants = JsonMutants.of(stored);

        for (JsonValue mutant : mutants) {
            CachedCall.read(mutant).ifPresent(call -> assertThat(JsonMutants.plain(call.json()))
                    .as(JsonLine.of(mutant)).isEqualTo(JsonMutants.plain(mutant)));
        }
        assertThat(mutants).hasSizeGreaterThan(answered ? 200 : 50);
    }

    @Test
    void aDurationBelowZeroIsNone() {
        assertThat(CachedCall.read(with((JsonValue.Obj) ANSWERED.json(), List.of("tookMs"), JsonValue.of(-7))))
                .isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> CachedCall.answered(List.of(), -7, HarnessOutput.of("")))
                .withMessage("tookMs must be a finite number of at least 0, got -7.0");
    }

    @Test
    void aPieceIsTextOrThinking() {
        JsonValue both = JsonValue.of(Map.of("text", JsonValue.of("a"), "thinking", JsonValue.of("b")));

        assertThat(CachedCall.read(with((JsonValue.Obj) ANSWERED.json(), List.of("pieces"),
                JsonValue.of(List.of(both))))).isEmpty();
    }

    @Test
    void anUnknownKindOfFailureIsNone() {
        assertThat(CachedCall.read(with((JsonValue.Obj) FAILED.json(), List.of("failure", "kind"),
                JsonValue.of("budgett")))).isEmpty();
    }

    @Test
    void aWaitBeyondTheRangeOfNanosecondsIsTheLongest() {
        CachedCall call = CachedCall.failed(List.of(), 1, new HarnessFailure(HarnessFailure.Kind.RATE_LIMITED, "m",
                Duration.ofSeconds(Long.MAX_VALUE)));

        assertThat(CachedCall.read(call.json()).orElseThrow().failure())
                .isEqualTo(new HarnessFailure(HarnessFailure.Kind.RATE_LIMITED, "m", Duration.ofNanos(Long.MAX_VALUE)));
    }

    /** Replaces each field in turn by values of other kinds, and counts the refused results. */
    private static int countRefusals(JsonValue.Obj whole, List<String> path, JsonValue.Obj at) {
        int refused = 0;
        for (Map.Entry<String, JsonValue> field : at.fields().entrySet()) {
            List<String> place = new ArrayList<>(path);
            place.add(field.getKey());
            if (field.getKey().equals("input") || field.getKey().equals("chargeable")) {
                continue;
            }
            for (JsonValue other : OTHERS) {
                assertThat(CachedCall.read(with(whole, place, other))).as(place + " = " + other).isEmpty();
                refused++;
            }
            if (field.getValue() instanceof JsonValue.Obj part) {
                refused += countRefusals(whole, place, part);
            }
        }
        return refused;
    }

    private static JsonValue.Obj with(JsonValue.Obj object, List<String> place, JsonValue value) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(object.fields());
        JsonValue inner = place.size() == 1
                ? value
                : with((JsonValue.Obj) Objects.requireNonNull(object.fields().get(place.getFirst())),
                        place.subList(1, place.size()), value);
        fields.put(place.getFirst(), inner);
        return new JsonValue.Obj(fields);
    }
}
