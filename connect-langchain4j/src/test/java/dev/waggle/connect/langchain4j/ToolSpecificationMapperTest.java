package dev.waggle.connect.langchain4j;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNullSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonReferenceSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ToolSpecificationMapperTest {

    private static final String RICH = """
            {"type": "object", "description": "A place.",
             "properties": {
               "where": {"type": "string", "description": "A side.", "enum": ["north", "south"]},
               "far": {"type": "number", "minimum": 0},
               "times": {"type": ["integer", "null"]},
               "sure": {"type": "boolean"},
               "spots": {"type": "array", "items": {"$ref": "#/$defs/spot"}, "maxItems": 3},
               "any": true},
             "required": ["where", "gone"], "additionalProperties": false,
             "$defs": {"spot": {"type": "object", "properties": {"next": {"$ref": "#/$defs/spot"}}}}}""";

    @Test
    void fieldsGoUnchangedWhereTheModuleTakesThat() {
        JsonObjectSchema parameters = of(RICH, true).parameters();

        assertThat(parameters.description()).isEqualTo("A place.");
        assertThat(parameters.required()).containsExactly("where", "gone");
        assertThat(parameters.additionalProperties()).isFalse();
        assertThat(parameters.properties()).containsOnlyKeys("where", "far", "times", "sure", "spots", "any");
        assertThat(parameters.properties().values()).allMatch(JsonRawSchema.class::isInstance);
        assertThat(raw(parameters, "spots"))
                .isEqualTo(JsonText.read("{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/spot\"},\"maxItems\":3}"));
        assertThat(raw(parameters, "any")).isEqualTo(JsonText.read("{}"));
        assertThat(parameters.definitions()).containsOnlyKeys("spot");
    }

    @Test
    void elsewhereTheyAreOfTheTypesOfTheLibraryAndTheRestIsSaid() {
        Map<String, JsonSchemaElement> fields = of(RICH, false).parameters().properties();

        assertThat(of(RICH, false).parameters().required()).containsExactly("where");
        assertThat(fields.get("where")).isEqualTo(
                JsonEnumSchema.builder().description("A side.").enumValues("north", "south").build());
        assertThat(fields.get("far")).isEqualTo(JsonNumberSchema.builder().description("(minimum: 0)").build());
        assertThat(fields.get("times")).isEqualTo(
                JsonAnyOfSchema.builder().anyOf(new JsonIntegerSchema(), new JsonNullSchema()).build());
        assertThat(fields.get("sure")).isEqualTo(new JsonBooleanSchema());
        assertThat(fields.get("spots")).isInstanceOfSatisfying(JsonArraySchema.class, spots -> {
            assertThat(spots.description()).isEqualTo("(maxItems: 3)");
            assertThat(spots.items()).isInstanceOf(JsonObjectSchema.class);
        });
        assertThat(fields.get("any")).isInstanceOf(JsonObjectSchema.class);
        assertThat(fields.values()).allSatisfy(ToolSpecificationMapperTest::holdsNoRawSchema);
    }

    @Test
    void keywordsOfTheWholeInputAreInTheDescription() {
        String schema = "{\"type\":\"object\",\"properties\":{\"a\":{}},\"anyOf\":[{\"required\":[\"a\"]}]}";

        assertThat(of(schema, true).description()).isEqualTo(
                "Looks.\nThe input also obeys this JSON Schema: {\"anyOf\":[{\"required\":[\"a\"]}]}");
        assertThat(of(RICH, true).description()).isEqualTo("Looks.");
    }

    @Test
    void aToolWithoutFieldsHasNoParameters() {
        assertThat(of("{\"type\":\"object\",\"properties\":{}}", true).parameters()).isNull();
        assertThat(of("{\"type\":\"object\"}", false).parameters()).isNull();
    }

    @Test
    void aStringFieldKeepsItsDescription() {
        String schema = "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"description\":\"A.\"}}}";

        assertThat(of(schema, false).parameters().properties().get("a"))
                .isEqualTo(JsonStringSchema.builder().description("A.").build());
    }

    private static void holdsNoRawSchema(JsonSchemaElement element) {
        assertThat(element).isNotInstanceOfAny(JsonRawSchema.class, JsonReferenceSchema.class);
        if (element instanceof JsonObjectSchema object) {
            object.properties().values().forEach(ToolSpecificationMapperTest::holdsNoRawSchema);
        }
        if (element instanceof JsonArraySchema array) {
            holdsNoRawSchema(array.items());
        }
    }

    private static JsonValue raw(JsonObjectSchema parameters, String field) {
        JsonRawSchema schema = (JsonRawSchema) Objects.requireNonNull(parameters.properties().get(field));
        return JsonText.read(schema.schema());
    }

    private static ToolSpecification of(String schema, boolean raw) {
        return ToolSpecificationMapper
                .of(List.of(new ToolOffer("look", "Looks.", (JsonValue.Obj) JsonText.read(schema))), raw).getFirst();
    }
}
