package dev.waggle.server.http;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.schema.ForeignSchema;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RecordJsonTest {

    /** Something with a part of every kind. */
    record Everything(String text, @Nullable String more, int count, @Nullable Double share, boolean flag,
            HttpVerb verb, Instant time, List<Inner> inner, SortedMap<String, Long> counts,
            JsonValue.@Nullable Obj data, @Nullable JsonValue any) {

        Everything {
            inner = inner == null ? List.of() : List.copyOf(inner);
            if (text.isBlank()) {
                throw new IllegalArgumentException("text must not be blank");
            }
        }
    }

    /** A part. */
    record Inner(@ApiDoc("A number.") @ApiRange(min = 1, max = 3) int number) {}

    private static final Everything FULL = new Everything("a\u2028b", "more", 3, 0.1, true, HttpVerb.POST,
            Instant.parse("2026-11-28T10:00:00.123Z"), List.of(new Inner(1), new Inner(3)),
            new TreeMap<>(Map.of("k", 1L)), new JsonValue.Obj(Map.of("x", JsonValue.ofNull())), JsonValue.of("any"));

    private static final Everything BARE = new Everything("a", null, 0, null, false, HttpVerb.GET, Instant.EPOCH,
            List.of(), new TreeMap<>(), null, null);

    @Test
    void aRecordIsWrittenByItsSchemaAndReadAgain() {
        ForeignSchema schema = ForeignSchema.of(RecordJson.schema(Everything.class));
        for (Everything one : List.of(FULL, BARE)) {
            JsonValue.Obj json = RecordJson.write(one);
            assertThat(schema.check(json)).isEmpty();
            assertThat(RecordJson.read(Everything.class, json)).isEqualTo(one);
        }
        assertThat(RecordJson.write(FULL).fields()).containsEntry("verb", JsonValue.of("post"));
        assertThat(RecordJson.write(BARE).fields()).doesNotContainKeys("more", "share", "data", "any");
    }

    @Test
    void anUnknownFieldIsRefusedWithTheKnownOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordJson.read(Inner.class, JsonText.read("{\"number\": 1, \"numbr\": 2}")))
                .withMessage("numbr is unknown\nMaybe number.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordJson.read(Inner.class, JsonText.read("{\"number\": 1, \"colour\": 2}")))
                .withMessage("colour is unknown\nMaybe one of number.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"number\": 0}", "{\"number\": 4}", "{\"number\": 1.5}", "{\"number\": \"1\"}",
        "{\"number\": null}", "{\"number\": true}", "{\"number\": [1]}", "{\"number\": 1, \"other\": 2}",
        "{\"number\": 1e300}", "[]", "1", "null", "\"\""})
    void whatTheSchemaRefusesIsRefused(String json) {
        assertThat(ForeignSchema.of(RecordJson.schema(Inner.class)).check(JsonText.read(json))).isNotEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> RecordJson.read(Inner.class, JsonText.read(json)))
                .satisfies(refused -> assertThat(refused.getMessage()).isNotBlank().doesNotContain("jackson"));
    }

    @Test
    void theReasonOfTheRecordItselfIsKept() {
        JsonValue.Obj json = (JsonValue.Obj) JsonText.read(JsonText.write(RecordJson.write(BARE))
                .replace("\"a\"", "\" \""));

        assertThatIllegalArgumentException().isThrownBy(() -> RecordJson.read(Everything.class, json))
                .withMessage("text must not be blank");
    }

    @Test
    void descriptionsAndBoundsAreInTheSchema() {
        assertThat(JsonText.write(RecordJson.schema(Inner.class))).contains("\"A number.\"", "\"minimum\":1",
                "\"maximum\":3", "\"additionalProperties\":false");
    }
}
