package dev.waggle.connect.llm.provider;

import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class SchemaMappingTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"object","properties":{"a":{}},"required":["a"],"additionalProperties":false} | CLOSED
            {"type":"object","properties":{"a":{}},"required":[],"additionalProperties":false}    | OPEN
            {"type":"object","properties":{"a":{}},"required":["a"]}                              | OPEN
            {"type":"array","items":{"type":"object"}}                                            | OPEN
            {"type":"string"}                                                                     | CLOSED
            """)
    void knowsWhichSchemasAreStrict(String schema, ChatModelFactory.SchemaFit fit) {
        assertThat(StrictSchemaCheck.fit(object(schema))).isEqualTo(fit);
    }

    @Test
    void tellsGeminiWhatItsSchemasCannotSay() {
        String told = GeminiSchemaMapper.object(object("""
                {"type":"object","$defs":{"n":{"type":"object","properties":{"next":{"$ref":"#/$defs/n"},
                  "at":{"type":"string","format":"date"}}}},
                 "properties":{"node":{"$ref":"#/$defs/n"},"lost":{"$ref":"#/$defs/none"},
                  "list":{"type":"array","maxItems":3},"any":true},"required":["node","gone"]}""")).toString();

        assertThat(told).contains("format: \"date\"").contains("maxItems: 3").doesNotContain("gone");
    }

    private static JsonValue.Obj object(String json) {
        return JsonText.read(json) instanceof JsonValue.Obj object ? object : new JsonValue.Obj(Map.of());
    }
}
