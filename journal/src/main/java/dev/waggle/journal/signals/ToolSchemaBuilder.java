package dev.waggle.journal.signals;

import java.util.List;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** Builds the JSON Schema of a tool's input: an object that holds these properties and no others. */
final class ToolSchemaBuilder {

    private final JsonObjectBuilder properties = new JsonObjectBuilder();

    ToolSchemaBuilder text(String name, String description) {
        return property(name, new JsonObjectBuilder().with("type", "string").with("minLength", 1), description);
    }

    ToolSchemaBuilder flag(String name, String description) {
        return property(name, new JsonObjectBuilder().with("type", "boolean"), description);
    }

    ToolSchemaBuilder integer(String name, String description, long min, long max) {
        return property(name, new JsonObjectBuilder().with("type", "integer").with("minimum", min).with("maximum", max),
                description);
    }

    ToolSchemaBuilder any(String name, String description) {
        return property(name, new JsonObjectBuilder(), description);
    }

    ToolSchemaBuilder oneOf(String name, List<JsonValue> shapes, String description) {
        return property(name, new JsonObjectBuilder().with("oneOf", shapes), description);
    }

    /** An object with only the field {@code type}, which has that value. */
    static JsonValue kind(String word) {
        return object(type(word), List.of("type"));
    }

    /** An object with that value of {@code type} and a required {@code id}. */
    static JsonValue kindWithId(String word) {
        return object(withId(type(word)), List.of("type", "id"));
    }

    /** An object with that value of {@code type} and an optional {@code id}. */
    static JsonValue kindWithOptionalId(String word) {
        return object(withId(type(word)), List.of("type"));
    }

    private static JsonObjectBuilder type(String word) {
        return new JsonObjectBuilder().with("type", new JsonObjectBuilder().with("const", word).json());
    }

    private static JsonObjectBuilder withId(JsonObjectBuilder properties) {
        return properties.with("id", new JsonObjectBuilder().with("type", "string").json());
    }

    JsonValue.Obj requiring(String... required) {
        return object(properties, List.of(required));
    }

    private ToolSchemaBuilder property(String name, JsonObjectBuilder shape, String description) {
        properties.with(name, shape.with("description", description).json());
        return this;
    }

    private static JsonValue.Obj object(JsonObjectBuilder properties, List<String> required) {
        return new JsonObjectBuilder().with("type", "object")
                .with("properties", properties.json())
                .withTexts("required", required)
                .with("additionalProperties", false).json();
    }
}
