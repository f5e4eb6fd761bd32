package dev.waggle.signal;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.signal.json.JsonValue;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The files of shared cases, and their values in the form of the envelope. */
public final class Vectors {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

    private Vectors() {}

    public static JsonNode file(String name) {
        try (InputStream file = Objects.requireNonNull(Vectors.class.getResourceAsStream("/vectors/" + name),
                "the vectors are missing")) {
            return JSON.readTree(file);
        } catch (IOException failure) {
            throw new IllegalStateException("cannot read vectors/" + name, failure);
        }
    }

    /** The value of a JSON text. */
    public static JsonValue json(String text) {
        return value(JSON.readTree(text));
    }

    public static JsonValue value(JsonNode node) {
        if (node.isObject()) {
            Map<String, JsonValue> fields = new LinkedHashMap<>();
            node.properties().forEach(field -> fields.put(field.getKey(), value(field.getValue())));
            return JsonValue.of(fields);
        }
        if (node.isArray()) {
            List<JsonValue> items = new ArrayList<>();
            node.forEach(item -> items.add(value(item)));
            return JsonValue.of(items);
        }
        if (node.isNumber()) {
            return new JsonValue.Num(node.decimalValue());
        }
        if (node.isBoolean()) {
            return JsonValue.of(node.asBoolean());
        }
        return node.isNull() ? JsonValue.ofNull() : JsonValue.of(node.asString());
    }
}
