package dev.waggle.journal.schema;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.signal.JsonValue;

/** Fills fields that are absent with the {@code default} of their schema, in objects of {@code properties} below too. */
final class Defaults {

    private Defaults() {}

    static JsonValue fill(JsonValue.Obj schema, JsonValue value) {
        if (!(value instanceof JsonValue.Obj obj) || !(schema.fields().get("properties") instanceof JsonValue.Obj of)) {
            return value;
        }
        Map<String, JsonValue> filled = new LinkedHashMap<>(obj.fields());
        of.fields().forEach((name, property) -> {
            if (property instanceof JsonValue.Obj rule) {
                JsonValue given = filled.getOrDefault(name, rule.fields().get("default"));
                if (given != null) {
                    filled.put(name, fill(rule, given));
                }
            }
        });
        return JsonValue.of(filled);
    }
}
