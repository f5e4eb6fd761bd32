package dev.waggle.connect.llm.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class FittedSchemaTest {

    /** The field "x" of an object, as each dialect has it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ANTHROPIC       | {"type":"number","minimum":0,"maximum":1}   | {"type":"number","description":"at least 0; at most 1"}
            OPENAI_STRICT   | {"type":"number","minimum":0,"maximum":1}   | {"type":"number","minimum":0,"maximum":1}
            OLLAMA_FORMAT   | {"type":"number","minimum":0}               | {"type":"number","description":"at least 0"}
            OLLAMA_FORMAT   | {"type":"integer","minimum":0}              | {"type":"integer","minimum":0}
            ANTHROPIC       | {"type":"string","pattern":"^a+$","description":"An a."} | {"type":"string","description":"An a. (matches ^a+$)"}
            ANTHROPIC       | {"type":"array","items":{"type":"string"},"minItems":1,"maxItems":3} | {"type":"array","description":"at most 3 items","items":{"type":"string"},"minItems":1}
            ANTHROPIC       | {"type":"array","items":{"type":"string"},"minItems":2} | {"type":"array","description":"at least 2 items","items":{"type":"string"}}
            GEMINI_TOOL     | {"type":["string","null"],"enum":["a","b",null]} | {"type":"STRING","enum":["a","b"],"nullable":true}
            GEMINI_TOOL     | {"anyOf":[{"type":"string"},{"type":"null"}]} | {"type":"STRING","nullable":true}
            GEMINI_TOOL     | {"type":"string","nullable":true}           | {"type":"STRING","nullable":true}
            GEMINI_TOOL     | {"type":"integer","enum":[1,2]}             | {"type":"INTEGER","description":"one of 1, 2"}
            GEMINI_TOOL     | {"type":"string","enum":["","a"]}           | {"type":"STRING","description":"one of \\"\\", \\"a\\""}
            GEMINI_TOOL     | {"type":["string","integer"]}               | {"anyOf":[{"type":"INTEGER"},{"type":"STRING"}]}
            GEMINI_TOOL     | {"type":"array"}                            | {"type":"ARRAY","items":{"type":"STRING","description":"any JSON value, written as JSON text"}}
            GEMINI_TOOL     | {"type":"string","format":"uri"}            | {"type":"STRING","description":"format uri"}
            ANTHROPIC       | {"type":"string","format":"uri"}            | {"type":"string","format":"uri"}
            OPENAI_OPEN     | {"type":"array"}                            | {"type":"array","items":{}}
            OPENAI_OPEN     | {"const":"on"}                              | {"type":"string","enum":["on"]}
            OPENAI_OPEN     | {"minLength":2}                             | {"type":"string","minLength":2}
            OPENAI_OPEN     | {"type":"number","minimum":0,"exclusiveMinimum":true} | {"type":"number","exclusiveMinimum":0}
            OPENAI_OPEN     | {"$ref":"#/$defs/gone"}                     | {"description":"its definition #/$defs/gone is missing"}
            OPENAI_OPEN     | {"$ref":"http://else.example/s"}            | {"description":"its definition http://else.example/s is missing"}
            OPENAI_OPEN     | {"allOf":[{"type":"integer","minimum":1},{"minimum":3,"maximum":9}]} | {"type":"integer","minimum":3,"maximum":9}
            OPENAI_OPEN     | {"type":"object","additionalProperties":{"type":"integer"}} | {"type":"object","properties":{},"additionalProperties":{"type":"integer"}}
            OPENAI_OPEN     | {"type":"array","items":[{"type":"string"}],"additionalItems":false} | {"type":"array","maxItems":1,"prefixItems":[{"type":"string"}],"items":{}}
            OLLAMA_FORMAT   | {}                                          | {"type":["string","number","boolean","object","array","null"]}
            OLLAMA_TOOL     | {"type":"object","additionalProperties":{"type":"integer"}} | {"type":"object","description":"other fields are each a whole number","properties":{}}
            ANTHROPIC       | {"type":"object","additionalProperties":{"type":"integer"}} | {"type":"string","description":"each value is a whole number; a JSON object, written as JSON text"}
            ANTHROPIC       | {"type":"string","not":{"const":"x"},"default":"y"} | {"type":"string","description":"not {\\"const\\":\\"x\\"}; default \\"y\\""}
            """)
    void saysAPropertyInItsDialect(SchemaDialect dialect, String property, String expected) {
        FittedSchema fitted = fit(dialect, "{\"type\":\"object\",\"properties\":{\"x\":" + property
                + "},\"required\":[\"x\"]}");

        assertThat(text(fitted)).contains("\"properties\":{\"x\":" + expected + "},\"required\":[\"x\"]");
    }

    @Test
    void strictFieldsAreNullableAndComeBackAsAbsent() {
        FittedSchema fitted = fit(SchemaDialect.OPENAI_STRICT, """
                {"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"},
                 "c":{"type":["string","null"]}},"required":["a"]}""");

        assertThat(fitted.isStrict()).isTrue();
        assertThat(text(fitted)).isEqualTo("""
                {"type":"object","properties":{"a":{"type":"string"},"b":{"type":["integer","null"]},\
                "c":{"type":["string","null"]}},"required":["a","b","c"],"additionalProperties":false}""");
        assertThat(fitted.restore(JsonText.read("{\"a\":\"x\",\"b\":null,\"c\":null}")))
                .isEqualTo(JsonText.read("{\"a\":\"x\",\"c\":null}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{\"type\":\"object\",\"properties\":{\"m\":{\"type\":\"object\",\"additionalProperties\":{}}}}",
        "{\"type\":\"object\",\"properties\":{\"m\":{}}}",
        "{\"type\":\"object\",\"properties\":{\"m\":{\"type\":\"string\"}},\"additionalProperties\":true}",
        "{\"type\":\"object\",\"properties\":{\"m\":{\"$ref\":\"#\"}}}",
        "{\"type\":\"object\"}"})
    void whatCannotBeClosedIsNotStrict(String schema) {
        FittedSchema fitted = fit(SchemaDialect.OPENAI_STRICT, schema);

        assertThat(fitted.isStrict()).isFalse();
        assertThat(text(fitted)).isEqualTo(text(fit(SchemaDialect.OPENAI_OPEN, schema)));
    }

    @Test
    void publishedSizesAreNotStrictBeyondTheirLimits() {
        assertThat(FittedSchema.of(SchemaDialect.OPENAI_STRICT, nested(10)).isStrict()).isTrue();
        assertThat(FittedSchema.of(SchemaDialect.OPENAI_STRICT, nested(11)).isStrict()).isFalse();
        assertThat(FittedSchema.of(SchemaDialect.OPENAI_STRICT, wide(5_000)).isStrict()).isTrue();
        assertThat(FittedSchema.of(SchemaDialect.OPENAI_STRICT, wide(5_001)).isStrict()).isFalse();
        assertThat(FittedSchema.of(SchemaDialect.OPENAI_STRICT, choice(1_000, "w")).isStrict()).isTrue();
        assertThat(FittedSchema.of(SchemaDialect.OPENAI_STRICT, choice(1_001, "w")).isStrict()).isFalse();
        assertThat(FittedSchema.of(SchemaDialect.OPENAI_STRICT, choice(251, "w".repeat(60))).isStrict()).isFalse();
        assertThat(FittedSchema.of(SchemaDialect.ANTHROPIC, wide(24)).isStrict()).isTrue();
        assertThat(FittedSchema.of(SchemaDialect.ANTHROPIC, wide(25)).isStrict()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"object"}
            {"type":"object","properties":{}}
            {"type":"object","properties":{},"required":[],"additionalProperties":false}
            {}
            true
            """)
    void aGeminiToolWithoutFieldsHasNoParameters(String schema) {
        assertThat(fit(SchemaDialect.GEMINI_TOOL, schema).schema()).isEmpty();
        assertThat(fit(SchemaDialect.GEMINI_TOOL, schema).restore(JsonText.read("{}"))).isEqualTo(JsonText.read("{}"));
    }

    @ParameterizedTest
    @EnumSource
    void aRootThatIsNoObjectStandsInAField(SchemaDialect dialect) {
        FittedSchema fitted = fit(dialect, "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}");

        assertThat(text(fitted)).contains("\"value\"").contains("\"required\":[\"value\"]");
        assertThat(fitted.restore(JsonText.read("{\"value\":[\"a\"]}"))).isEqualTo(JsonText.read("[\"a\"]"));
        assertThat(fitted.restore(JsonText.read("[\"a\"]"))).isEqualTo(JsonText.read("[\"a\"]"));
    }

    @ParameterizedTest
    @EnumSource
    void rootAlternativesStandInAField(SchemaDialect dialect) {
        FittedSchema fitted = fit(dialect, """
                {"anyOf":[{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},
                 {"type":"object","properties":{"b":{"type":"integer"},"c":{"type":"integer"}},"required":["b"]}]}""");

        assertThat(fitted.schema().orElseThrow().fields()).doesNotContainKey("anyOf");
        assertThat(fitted.restore(JsonText.read("{\"value\":{\"b\":1}}"))).isEqualTo(JsonText.read("{\"b\":1}"));
    }

    @Test
    void conditionsOnTheRootAreWords() {
        FittedSchema fitted = fit(SchemaDialect.ANTHROPIC_TOOL, """
                {"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"}},
                 "anyOf":[{"required":["id"]},{"required":["name"]}]}""");

        assertThat(text(fitted)).isEqualTo("""
                {"type":"object","description":"at least one of: with id, or with name",\
                "properties":{"id":{"type":"string"},"name":{"type":"string"}}}""");
    }

    @Test
    void namesThatAnthropicRefusesAreRenamedAndComeBack() {
        FittedSchema fitted = fit(SchemaDialect.ANTHROPIC_TOOL, """
                {"type":"object","properties":{"filter[id]":{"type":"string"},"filter_id_":{"type":"string"},
                 "@odata":{"type":"object","properties":{"$top":{"type":"integer"}}}},"required":["filter[id]"]}""");

        assertThat(text(fitted)).contains("\"filter_id__2\"").contains("\"required\":[\"filter_id__2\"]");
        assertThat(fitted.restore(JsonText.read("""
                {"filter_id__2":"a","filter_id_":"b","_odata":{"_top":1}}"""))).isEqualTo(JsonText.read("""
                {"filter[id]":"a","filter_id_":"b","@odata":{"$top":1}}"""));
    }

    @Test
    void textHoldsWhatAProviderHasNoSchemaFor() {
        FittedSchema fitted = fit(SchemaDialect.GEMINI_TOOL, """
                {"type":"object","properties":{"env":{"type":"object","additionalProperties":{"type":"string"}},
                 "any":{"description":"Free."}}}""");

        assertThat(fitted.restore(JsonText.read("{\"env\":\"{\\\"A\\\":\\\"1\\\"}\",\"any\":\"[1]\"}")))
                .isEqualTo(JsonText.read("{\"env\":{\"A\":\"1\"},\"any\":[1]}"));
        assertThat(fitted.restore(JsonText.read("{\"env\":\"{oops\",\"any\":\"plain words\"}")))
                .isEqualTo(JsonText.read("{\"env\":\"{oops\",\"any\":\"plain words\"}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"#/$defs/plain", "#/%24defs/plain", "#/definitions/a~1b~0c", "#/$defs/list/0",
        "#/$defs/outer/$defs/inner", "#/properties/y"})
    void referencesAreFollowed(String reference) {
        FittedSchema fitted = fit(SchemaDialect.OLLAMA_TOOL, """
                {"type":"object","properties":{"x":{"$ref":"%s","description":"Beside."},"y":{"type":"integer"}},
                 "$defs":{"plain":{"type":"integer"},"list":[{"type":"integer"}],
                 "outer":{"$defs":{"inner":{"type":"integer"}}}},"definitions":{"a/b~c":{"type":"integer"}}}"""
                .replace("%s", reference));

        assertThat(text(fitted)).isEqualTo("""
                {"type":"object","properties":{"x":{"type":"integer","description":"Beside."},\
                "y":{"type":"integer"}}}""");
    }

    @Test
    void aCircleEndsAsAnyValueOfItsType() {
        FittedSchema fitted = fit(SchemaDialect.OLLAMA_TOOL, """
                {"$ref":"#/$defs/node","$defs":{"node":{"type":"object","properties":{
                 "name":{"type":"string"},"children":{"type":"array","items":{"$ref":"#/$defs/node"}}}}}}""");

        assertThat(text(fitted)).isEqualTo("""
                {"type":"object","properties":{"name":{"type":"string"},"children":{"type":"array",\
                "items":{"type":"object","description":"built like #/$defs/node around it","properties":{}}}}}""");
    }

    @ParameterizedTest
    @EnumSource
    void hostileSchemasEnd(SchemaDialect dialect) {
        for (JsonValue schema : List.of(deep("items"), deep("anyOf"), deep("allOf"), deep("not"), deep("enum"),
                wide(10_000), wide(50_000), bomb("anyOf"), bomb("allOf"), bomb("properties"), chain(),
                described(1_000_000), choice(100_000, "w"), JsonText.read("{\"$ref\":\"#\"}"), mutual())) {
            FittedSchema fitted = FittedSchema.of(dialect, schema);
            fitted.schema().ifPresent(result -> {
                assertThat(JsonText.write(result).length()).isLessThan(4_000_000);
                SchemaDialect written = dialect == SchemaDialect.OPENAI_STRICT && !fitted.isStrict()
                        ? SchemaDialect.OPENAI_OPEN
                        : dialect;
                assertThat(DialectChecker.check(written, result)).isEmpty();
                assertThat(FittedSchema.of(dialect, result).schema()).contains(result);
            });
        }
    }

    @Test
    void theCostOfReadingGrowsWithTheSchema() {
        // A limit of steps, instead of a time: twice the fields take about twice the steps.
        assertThat(steps(wide(2_000))).isBetween(2 * steps(wide(1_000)) - 2_000, 2 * steps(wide(1_000)) + 2_000);
        assertThat(steps(described(1_000_000))).isLessThan(20_000);
    }

    @Test
    void aLongDescriptionIsCutAndSaysSo() {
        String text = text(FittedSchema.of(SchemaDialect.ANTHROPIC, described(1_000_000)));

        assertThat(text).contains("[cut]").hasSizeLessThan(SchemaWords.MAX_DESCRIPTION + 200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "7", "\"object\"", "[]", "[{\"type\":\"object\"}]", "false"})
    void anythingIsTakenAsASchema(String schema) {
        for (SchemaDialect dialect : SchemaDialect.values()) {
            FittedSchema fitted = fit(dialect, schema);
            fitted.schema().ifPresent(result -> assertThat(result.fields().get("type")).isNotNull());
        }
    }

    @Test
    void anAnswerThatBreaksTheSchemaPassesThrough() {
        FittedSchema fitted = fit(SchemaDialect.OPENAI_STRICT, """
                {"type":"object","properties":{"a":{"type":"array","items":{"type":"object",
                 "properties":{"b":{"type":"string"}}}}}}""");

        assertThat(fitted.restore(JsonText.read("{\"a\":\"none\",\"more\":1}")))
                .isEqualTo(JsonText.read("{\"a\":\"none\",\"more\":1}"));
        assertThat(fitted.restore(JsonText.read("[1]"))).isEqualTo(JsonText.read("[1]"));
        assertThat(fitted.restore(JsonText.read("{\"a\":[{\"b\":null},7]}")))
                .isEqualTo(JsonText.read("{\"a\":[{},7]}"));
    }

    private static long steps(JsonValue schema) {
        SchemaWorkLimit work = SchemaWorkLimit.ofReading();
        SchemaReader.read(schema, 32, work);
        return SchemaWorkLimit.MAX_STEPS - work.left();
    }

    private static FittedSchema fit(SchemaDialect dialect, String schema) {
        return FittedSchema.of(dialect, JsonText.read(schema));
    }

    private static String text(FittedSchema fitted) {
        return JsonText.write(fitted.schema().orElseThrow());
    }

    /** Objects within objects, so many in all. */
    private static JsonValue nested(int levels) {
        JsonValue schema = JsonValue.of(Map.of("type", JsonValue.of("string")));
        for (int i = 0; i < levels; i++) {
            schema = new JsonObjectBuilder().with("type", "object").with("properties", Map.of("a", schema))
                    .withTexts("required", List.of("a")).json();
        }
        return schema;
    }

    private static JsonValue wide(int fields) {
        Map<String, JsonValue> properties = new LinkedHashMap<>();
        for (int i = 0; i < fields; i++) {
            properties.put("f" + i, JsonValue.of(Map.of("type", JsonValue.of("string"))));
        }
        return new JsonObjectBuilder().with("type", "object").with("properties", properties).json();
    }

    private static JsonValue choice(int values, String prefix) {
        List<JsonValue> all = new ArrayList<>();
        for (int i = 0; i < values; i++) {
            all.add(JsonValue.of(prefix + i));
        }
        return new JsonObjectBuilder().with("type", "object")
                .with("properties", Map.of("a", JsonValue.of(Map.of("enum", JsonValue.of(all)))))
                .withTexts("required", List.of("a")).json();
    }

    private static JsonValue described(int characters) {
        return new JsonObjectBuilder().with("type", "object").with("description", "d".repeat(characters))
                .with("properties", Map.of("a", JsonValue.of(Map.of("type", JsonValue.of("string"))))).json();
    }

    /** A keyword nested ten thousand times. */
    private static JsonValue deep(String keyword) {
        JsonValue schema = JsonValue.of(Map.of("type", JsonValue.of("string")));
        for (int i = 0; i < 10_000; i++) {
            schema = keyword.equals("items") || keyword.equals("not")
                    ? new JsonObjectBuilder().with("type", "array").with(keyword, schema).json()
                    : JsonValue.of(Map.of(keyword, JsonValue.of(List.of(schema))));
        }
        return new JsonObjectBuilder().with("type", "object").with("properties", Map.of("a", schema)).json();
    }

    /** Definitions that each refer ten times to the next: ten to the power of thirty when written out. */
    private static JsonValue bomb(String keyword) {
        JsonObjectBuilder definitions = new JsonObjectBuilder();
        for (int i = 0; i < 30; i++) {
            List<JsonValue> parts = new ArrayList<>();
            Map<String, JsonValue> fields = new LinkedHashMap<>();
            for (int k = 0; k < 10; k++) {
                JsonValue next = JsonValue.of(Map.of("$ref", JsonValue.of("#/$defs/d" + (i + 1))));
                parts.add(next);
                fields.put("f" + k, next);
            }
            definitions.with("d" + i, keyword.equals("properties")
                    ? new JsonObjectBuilder().with("type", "object").with("properties", fields).json()
                    : new JsonObjectBuilder().with(keyword, parts).json());
        }
        definitions.with("d30", JsonValue.of(Map.of("type", JsonValue.of("string"))));
        return new JsonObjectBuilder().with("type", "object")
                .with("properties", Map.of("a", JsonValue.of(Map.of("$ref", JsonValue.of("#/$defs/d0")))))
                .with("$defs", definitions.json()).json();
    }

    /** References that lead to references, ten thousand in a row. */
    private static JsonValue chain() {
        JsonObjectBuilder definitions = new JsonObjectBuilder();
        for (int i = 0; i < 10_000; i++) {
            definitions.with("d" + i, JsonValue.of(Map.of("$ref", JsonValue.of("#/$defs/d" + (i + 1)))));
        }
        return new JsonObjectBuilder().with("type", "object")
                .with("properties", Map.of("a", JsonValue.of(Map.of("$ref", JsonValue.of("#/$defs/d0")))))
                .with("$defs", definitions.json()).json();
    }

    /** Twenty objects that each have all twenty as fields. */
    private static JsonValue mutual() {
        JsonObjectBuilder definitions = new JsonObjectBuilder();
        for (int i = 0; i < 20; i++) {
            JsonObjectBuilder fields = new JsonObjectBuilder();
            for (int k = 0; k < 20; k++) {
                fields.with("f" + k, JsonValue.of(Map.of("$ref", JsonValue.of("#/$defs/d" + k))));
            }
            definitions.with("d" + i, new JsonObjectBuilder().with("type", "object").with("properties", fields.json())
                    .json());
        }
        return new JsonObjectBuilder().with("$ref", "#/$defs/d0").with("$defs", definitions.json()).json();
    }
}
