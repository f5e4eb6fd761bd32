package dev.waggle.connect.web;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/** Builds the JSON Schema of a tool's input: an object that holds these properties and no others. */
final class WebToolSchema {

    private final Map<String, JsonValue> properties = new LinkedHashMap<>();

    WebToolSchema text(String name, String description, int maxLength) {
        return property(name, description, "string", Map.of("minLength", 1, "maxLength", maxLength));
    }

    WebToolSchema whole(String name, String description, int min) {
        return property(name, description, "integer", Map.of("minimum", min));
    }

    JsonValue.Obj requiring(String name) {
        return new JsonObjectBuilder().with("type", "object")
                .with("properties", properties)
                .with("required", List.of(JsonValue.of(name)))
                .with("additionalProperties", false).json();
    }

    /** The whole number of that field, which must be at least that; {@code otherwise} when there is no such field. */
    static int atLeast(int min, String name, JsonObjectReader in, int otherwise) {
        Integer value = in.optionalInt(name);
        if (value != null && value < min) {
            throw in.invalid(name, "at least " + min);
        }
        return value == null ? otherwise : value;
    }

    private WebToolSchema property(String name, String description, String type, Map<String, Integer> limits) {
        Map<String, JsonValue> property = new LinkedHashMap<>();
        property.put("type", JsonValue.of(type));
        new TreeMap<>(limits).forEach((limit, value) -> property.put(limit, JsonValue.of(value)));
        property.put("description", JsonValue.of(description));
        properties.put(name, JsonValue.of(property));
        return this;
    }
}
