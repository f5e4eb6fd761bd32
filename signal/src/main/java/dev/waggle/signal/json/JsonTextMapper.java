package dev.waggle.signal.json;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Maps the texts of a JSON value, and the names of its fields. */
public final class JsonTextMapper {

    private JsonTextMapper() {}

    /** Returns the value with each text and each name mapped; of names that become equal the last one counts. */
    public static JsonValue map(JsonValue value, UnaryOperator<String> mapping) {
        return switch (value) {
            case JsonValue.Str(var text) -> JsonValue.of(mapping.apply(text));
            case JsonValue.Arr arr -> JsonValue.of(arr.items().stream().map(item -> map(item, mapping)).toList());
            case JsonValue.Obj obj -> {
                Map<String, JsonValue> fields = new LinkedHashMap<>();
                obj.fields().forEach((name, field) -> fields.put(mapping.apply(name), map(field, mapping)));
                yield new JsonValue.Obj(fields);
            }
            case JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> value;
        };
    }
}
