package dev.waggle.connect.web;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/** Builds the JSON Schema of a tool's input: an object that holds these properties and no others. */
final class WebToolSchema {

    private final JsonObjectBuilder properties = new JsonObjectBuilder();

    WebToolSchema text(String name, String description, int maxLength) {
        return property(name, description, "string", Map.of("minLength", 1, "maxLength", maxLength));
    }

    WebToolSchema whole(String name, String description, int min) {
        return property(name, description, "integer", Map.of("minimum", min));
    }

    JsonValue.Obj requiring(String name) {
        return new JsonObjectBuilder().with("type", "object")
                .with("properties", properties.json())
                .withTexts("required", List.of(name))
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
        JsonObjectBuilder property = new JsonObjectBuilder().with("type", type);
        new TreeMap<>(limits).forEach(property::with);
        properties.with(name, property.with("description", description).json());
        return this;
    }
}
