package dev.waggle.journal.schema;

import java.util.List;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ForeignSchemaTest {

    private static final String CITY = """
            {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}""";

    @Test
    void saysByPathWhatItRefuses() {
        ForeignSchema schema = schema(CITY);

        assertThat(schema.check(json("{\"city\": \"Bonn\"}"))).isEmpty();
        assertThat(schema.check(json("{}"))).containsExactly(new SchemaViolation("city", "is missing"));
        assertThat(schema.check(json("{\"city\": 5}")))
                .containsExactly(new SchemaViolation("city", "must be a text, got 5"));
        assertThat(schema.check(json("[]"))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema#",
        "http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-07/schema",
        "https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema"})
    void knowsTheDraftsInUse(String draft) {
        ForeignSchema schema = schema("{\"$schema\": \"" + draft + "\", \"type\": \"object\", \"required\": [\"a\"]}");

        assertThat(schema.check(json("{}"))).hasSize(1);
        assertThat(schema.check(json("{\"a\": 1}"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"$ref\": \"http://127.0.0.1:9/x.json\"}", "{\"$ref\": \"file:///etc/hostname\"}",
        "{\"$ref\": \"urn:waggle:schema:envelope\"}", "{\"$ref\": \"classpath:logback.xml\"}",
        "{\"$ref\": \"classpath:draft/2020-12/schema\"}", "{\"$ref\": \"resource:draft/2020-12/schema\"}",
        "{\"$ref\": \"https://json-schema.org/draft/2020-12/schema\"}", "{\"$ref\": \"draft/2020-12/schema\"}",
        "{\"$id\": \"classpath:draft/\", \"$ref\": \"2020-12/schema\"}",
        "{\"$dynamicRef\": \"classpath:draft/2020-12/schema\"}",
        "{\"$schema\": \"classpath:draft/2020-12/schema\"}", "{\"$ref\": \"jar:file:/none.jar!/draft/schema\"}",
        "{\"properties\": {\"a\": {\"items\": {\"$ref\": \"classpath:draft/2020-12/schema#/properties\"}}}}",
        "{\"$schema\": \"http://127.0.0.1:9/draft\"}", "{\"pattern\": \"(\"}", "{\"$ref\": \"#/$defs/none\"}"})
    void refusesWhatItCannotUse(String text) {
        assertThatThrownBy(() -> schema(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no JSON Schema");
    }

    @Test
    void aPatternWithoutEndIsStopped() {
        ForeignSchema schema = schema("{\"pattern\": \"^(a+)+$\"}");

        assertThat(schema.check(JsonValue.of("a".repeat(50)))).isEmpty();
        assertThat(schema.check(JsonValue.of("a".repeat(5_000) + "b"))).singleElement()
                .satisfies(violation -> assertThat(violation.reason()).contains("cannot be checked"));
    }

    /** Thirty definitions, each of which names the one before twice: a billion evaluations. */
    @Test
    void referencesThatMultiplyAreStopped() {
        StringBuilder bomb = new StringBuilder(
                "{\"$ref\": \"#/$defs/a30\", \"$defs\": {\"a0\": {\"type\": \"string\"}");
        for (int level = 1; level <= 30; level++) {
            String before = "{\"$ref\": \"#/$defs/a" + (level - 1) + "\"}";
            bomb.append(", \"a").append(level).append("\": {\"allOf\": [").append(before).append(", ").append(before)
                    .append("]}");
        }

        List<SchemaViolation> violations = schema(bomb.append("}}").toString()).check(JsonValue.of("a"));

        assertThat(violations).singleElement()
                .satisfies(violation -> assertThat(violation.reason()).contains("cannot be checked", "steps"));
    }

    /** A schema that meets itself twice at each level of the arguments, which the model nests. */
    @Test
    void aDeepValueUnderASchemaThatMultipliesItselfIsStopped() {
        ForeignSchema schema = schema("""
                {"properties": {"a": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}}}""");
        int depth = 60;

        List<SchemaViolation> violations = schema.check(json("{\"a\": ".repeat(depth) + "1" + "}".repeat(depth)));

        assertThat(violations).singleElement()
                .satisfies(violation -> assertThat(violation.reason()).contains("cannot be checked", "steps"));
    }

    @Test
    void manyTextsUnderAPatternThatBacktracksAreStoppedTogether() {
        ForeignSchema schema = schema("{\"items\": {\"pattern\": \"^(a|aa)+\\\\1c$\"}}");
        String text = '"' + "a".repeat(23) + "b\"";

        List<SchemaViolation> violations = schema.check(json("[" + (text + ",").repeat(200) + text + "]"));

        assertThat(violations).anySatisfy(violation -> assertThat(violation.reason()).contains("cannot be checked"));
    }

    @Test
    void theNextCheckHasAllItsSteps() {
        ForeignSchema schema = schema("{\"pattern\": \"^(a+)+$\"}");
        var _ = schema.check(JsonValue.of("a".repeat(5_000) + "b"));

        for (int time = 0; time < 50; time++) {
            assertThat(schema.check(JsonValue.of("a".repeat(50)))).isEmpty();
        }
    }

    @Test
    void aPatternThatIsNestedBeyondTheStackIsRefused() {
        String deep = "(".repeat(100_000) + ")".repeat(100_000);

        assertThatThrownBy(() -> schema("{\"pattern\": \"" + deep + "\"}"))
                .isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith("no JSON Schema")
                .satisfies(refused -> assertThat(String.valueOf(refused.getMessage())).hasSizeLessThan(500));
    }

    @Test
    void referencesInACircleAreRefusedOrSaidNotToBeCheckable() {
        List<SchemaViolation> violations = checkOrRefusal("{\"$ref\": \"#\"}");

        assertThat(violations).hasSize(1);
        assertThat(violations.getFirst().reason()).contains("circle");
    }

    @Test
    void aTreeMayReferToItself() {
        ForeignSchema schema = schema("""
                {"type": "object", "properties": {"child": {"$ref": "#"}, "name": {"type": "string"}},
                 "required": ["name"]}""");

        assertThat(schema.check(json("{\"name\": \"a\", \"child\": {\"name\": \"b\"}}"))).isEmpty();
        assertThat(schema.check(json("{\"name\": \"a\", \"child\": {}}")))
                .containsExactly(new SchemaViolation("child.name", "is missing"));
    }

    @Test
    void whatASchemaCallsItselfStandsForNoOther() {
        ForeignSchema _ = schema("{\"$id\": \"https://tools.example/a\", \"type\": \"string\"}");
        ForeignSchema second = schema("{\"$id\": \"https://tools.example/a\", \"type\": \"number\"}");

        assertThat(second.check(JsonValue.of(5))).isEmpty();
    }

    @Test
    void aSchemaTooLargeIsRefused() {
        String many = "{\"enum\": [" + "1,".repeat(ForeignSchema.MAX_VALUES) + "1]}";

        assertThatThrownBy(() -> schema(many)).hasMessageContaining("more than " + ForeignSchema.MAX_VALUES);
    }

    private static List<SchemaViolation> checkOrRefusal(String text) {
        try {
            return schema(text).check(json("{}"));
        } catch (IllegalArgumentException refused) {
            return List.of(new SchemaViolation("", String.valueOf(refused.getMessage())));
        }
    }

    private static ForeignSchema schema(String text) {
        return ForeignSchema.of((JsonValue.Obj) json(text));
    }

    private static JsonValue json(String text) {
        return JsonText.read(text);
    }
}
