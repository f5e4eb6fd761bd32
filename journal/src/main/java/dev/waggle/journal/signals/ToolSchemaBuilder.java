package dev.waggle.journal.signals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;

/** Builds the JSON Schema of a tool's input: an object that holds these properties and no others. */
final class ToolSchemaBuilder {

    private final Map<String, JsonValue> properties = new LinkedHashMap<>();

    ToolSchemaBuilder text(String name, String description) {
        return property(name, Map.of("type", JsonValue.of("string"), "minLength", JsonValue.of(1)), description);
    }

    ToolSchemaBuilder flag(String name, String description) {
        return property(name, Map.of("type", JsonValue.of("boolean")), description);
    }

    ToolSchemaBuilder any(String name, String description) {
        return property(name, Map.of(), description);
    }

    ToolSchemaBuilder oneOf(String name, List<JsonValue> shapes, String description) {
        return property(name, Map.of("oneOf", JsonValue.of(shapes)), description);
    }

    /** An object with only the field {@code type}, which has that value. */
    static JsonValue kind(String word) {
        return object(kindProperties(word), List.of("type"));
    }

    /** An object with that value of {@code type} and a required {@code id}. */
    static JsonValue kindWithId(String word) {
        return object(withId(kindProperties(word)), List.of("type", "id"));
    }

    /** An object with that value of {@code type} and an optional {@code id}. */
    static JsonValue kindWithOptionalId(String word) {
        return object(withId(kindProperties(word)), List.of("type"));
    }

    private static Map<String, JsonValue> kindProperties(String word) {
        Map<String, JsonValue> properties = new LinkedHashMap<>();
        properties.put("type", JsonValue.of(Map.of("const", JsonValue.of(word))));
        return properties;
    }

    private static Map<String, JsonValue> withId(Map<String, JsonValue> properties) {
        properties.put("id", JsonValue.of(Map.of("type", JsonValue.of("string"))));
        return properties;
    }

    JsonValue.Obj requiring(String... required) {
        return object(properties, List.of(required));
    }

    private ToolSchemaBuilder property(String name, Map<String, JsonValue> shape, String description) {
        Map<String, JsonValue> property = new LinkedHashMap<>(shape);
        property.put("description", JsonValue.of(description));
        properties.put(name, JsonValue.of(property));
        return this;
    }

    private static JsonValue.Obj object(Map<String, JsonValue> properties, List<String> required) {
        Map<String, JsonValue> object = new LinkedHashMap<>();
        object.put("type", JsonValue.of("object"));
        object.put("properties", JsonValue.of(properties));
        object.put("required", JsonValue.of(required.stream().map(JsonValue::of).toList()));
        object.put("additionalProperties", JsonValue.of(false));
        return new JsonValue.Obj(object);
    }
}
