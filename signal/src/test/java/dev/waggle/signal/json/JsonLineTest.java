package dev.waggle.signal.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Values as one line that no content can break out of. */
class JsonLineTest {

    @Test
    void leavesPlainTextAsItIs() {
        assertThat(JsonLine.quoted("")).isEqualTo("\"\"");
        assertThat(JsonLine.quoted("a plain text, ü and 🐝")).isEqualTo("\"a plain text, ü and 🐝\"");
    }

    @Test
    void escapesAtTheBeginningInTheMiddleAndAtTheEnd() {
        assertThat(JsonLine.quoted("\"a\\b\n\"")).isEqualTo("\"\\\"a\\\\b\\n\\\"\"");
        assertThat(JsonLine.quoted("\r\t<\u0000\u007f\u0085>"))
                .isEqualTo("\"\\r\\t\\u003c\\u0000\\u007f\\u0085\\u003e\"");
        assertThat(JsonLine.quoted("one\u2028two\u2029")).isEqualTo("\"one\\u2028two\\u2029\"");
    }

    @Test
    void escapesHalvesOfCharacters() {
        String bee = "🐝";
        String first = bee.substring(0, 1);
        String second = bee.substring(1);
        assertThat(JsonLine.quoted(first + "a" + second)).isEqualTo("\"\\ud83da\\udc1d\"");
        assertThat(JsonLine.quoted(bee + first)).isEqualTo("\"" + bee + "\\ud83d\"");
    }

    @Test
    void writesValuesWithoutBlanks() {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("a b", JsonValue.of(List.of(JsonValue.of(1), JsonValue.of(true), JsonValue.ofNull())));
        fields.put("<", JsonValue.of(0.5));
        assertThat(JsonLine.of(JsonValue.of(fields))).isEqualTo("{\"a b\":[1,true,null],\"\\u003c\":0.5}");
    }
}
