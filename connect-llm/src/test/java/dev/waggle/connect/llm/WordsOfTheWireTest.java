package dev.waggle.connect.llm;

import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.JsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import dev.waggle.connect.llm.provider.ApiKey;
import dev.waggle.connect.llm.provider.GeminiSchemas;
import dev.waggle.connect.llm.provider.KeySource;
import dev.waggle.connect.llm.provider.Models;
import dev.waggle.connect.llm.provider.Sessions;
import dev.waggle.connect.llm.provider.StrictSchemas;
import dev.waggle.connect.llm.wire.RetryAfter;
import dev.waggle.connect.llm.wire.Utf8Check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The small parts that the wire is made of. */
class WordsOfTheWireTest {

    private static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            retry-after-ms | 1500                          | 1500
            retry-after    | 7                             | 7000
            Retry-After    | 0.25                          | 250
            Retry-After    | Sun, 22 Nov 2026 10:00:30 GMT | 30000
            Retry-After    | Sun, 22 Nov 2026 09:00:00 GMT | 0
            Retry-After    | 999999999                     | 86400000
            """)
    void readsHowLongToWait(String header, String value, long millis) {
        assertThat(wait(Map.of(header, List.of(value)), "")).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-3", "NaN", "1e9", "", "99999999999999999999"})
    void takesNoOtherWordForAWait(String value) {
        assertThat(wait(Map.of("retry-after", List.of(value)), "")).isNull();
    }

    @Test
    void readsTheWaitThatGoogleWritesIntoTheBody() {
        assertThat(wait(Map.of(), "{\"details\":[{\"retryDelay\": \"34.5s\"}]}")).isEqualTo(Duration.ofMillis(34_500));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "\u00e9\u7fff\ud83d\udc1d", "\u0000", "\ud7ff\ue000\uffff\udbff\udfff"})
    void takesUtf8InPiecesOfAByte(String text) {
        Utf8Check check = new Utf8Check();
        for (byte unit : text.getBytes(StandardCharsets.UTF_8)) {
            assertThat(check.firstBad(new byte[] {unit}, 0, 1)).isEqualTo(-1);
        }
        assertThat(check.isComplete()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"61C328, 2", "80, 0", "C080, 0", "E08080, 1", "EDA080, 1", "F4908080, 1", "F5, 0",
        "FF, 0", "F08080, 1"})
    void findsTheFirstByteThatIsNoText(String hex, int at) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertThat(new Utf8Check().firstBad(bytes, 0, bytes.length)).isEqualTo(at);
    }

    @Test
    void noticesAHalfCharacterAtTheEnd() {
        Utf8Check check = new Utf8Check();
        assertThat(check.firstBad(new byte[] {(byte) 0xE2, (byte) 0x82}, 0, 2)).isEqualTo(-1);
        assertThat(check.isComplete()).isFalse();
    }

    @Test
    void aKeyShowsItselfNowhere() {
        ApiKey key = ApiKey.of("  sk-abcdefgh-1234\n");

        assertThat(key).hasToString("(key)");
        assertThat(key.maskIn("a sk-abcdefgh-1234 b sk-abcde*** c sk-other")).isEqualTo("a (key) b (key) c sk-other");
        assertThat(new KeySource.Found.Key(key, "X").toString()).doesNotContain("abcdefgh");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "two words", "k\u00e9y", "line\nbreak", "\u0000abc"})
    void refusesWhatIsNoKeyWithoutShowingIt(String text) {
        assertThatThrownBy(() -> ApiKey.of(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("words").hasMessageNotContaining("abc");
    }

    @Test
    void keepsTheSessionsThatWereTouchedLast() {
        Sessions sessions = new Sessions();
        List<ChatMessage> said = new ArrayList<>(List.of(UserMessage.from("hello")));
        sessions.keep("first", said, List.of());
        sessions.keep("second", said, List.of());
        for (int i = 0; i < Sessions.MAX - 1; i++) {
            assertThat(sessions.of("first")).isPresent();
            sessions.keep("more" + i, said, List.of());
        }
        assertThat(sessions.of("first")).map(Sessions.Kept::messages).contains(said);
        assertThat(sessions.of("second")).isEmpty();
    }

    @Test
    void keepsOnlyAsManyCharactersOfSessionsAsItSays() {
        Sessions sessions = new Sessions();
        String long1 = "x".repeat((int) (Sessions.MAX_CHARACTERS / 2));
        sessions.keep("first", List.of(UserMessage.from(long1)), List.of());
        sessions.keep("second", List.of(UserMessage.from(long1)), List.of());
        assertThat(sessions.of("first")).isEmpty();
        assertThat(sessions.of("second")).isPresent();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"object","properties":{"a":{}},"required":["a"],"additionalProperties":false} | CLOSED
            {"type":"object","properties":{"a":{}},"required":[],"additionalProperties":false}    | OPEN
            {"type":"object","properties":{"a":{}},"required":["a"]}                              | OPEN
            {"type":"array","items":{"type":"object"}}                                            | OPEN
            {"type":"string"}                                                                     | CLOSED
            """)
    void knowsWhichSchemasAreStrict(String schema, Models.SchemaFit fit) {
        assertThat(StrictSchemas.fit(object(schema))).isEqualTo(fit);
    }

    @Test
    void tellsGeminiWhatItsSchemasCannotSay() {
        String told = GeminiSchemas.object(object("""
                {"type":"object","$defs":{"n":{"type":"object","properties":{"next":{"$ref":"#/$defs/n"},
                  "at":{"type":"string","format":"date"}}}},
                 "properties":{"node":{"$ref":"#/$defs/n"},"lost":{"$ref":"#/$defs/none"},
                  "list":{"type":"array","maxItems":3},"any":true},"required":["node","gone"]}""")).toString();

        assertThat(told).contains("format: \"date\"").contains("maxItems: 3").doesNotContain("gone");
    }

    private static @Nullable Duration wait(Map<String, List<String>> headers, String body) {
        return RetryAfter.of(HttpHeaders.of(headers, (_, _) -> true), body, NOW);
    }

    private static JsonValue.Obj object(String json) {
        return JsonText.read(json) instanceof JsonValue.Obj object ? object : new JsonValue.Obj(Map.of());
    }
}
