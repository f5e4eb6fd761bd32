package dev.waggle.connect.llm.protocol;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;

/** Merges objects. */
final class JsonMerge {

    private JsonMerge() {}

    /** Both objects in one. Objects of one name are merged too; of other values the second stays. */
    static JsonValue.Obj deep(JsonValue.Obj first, JsonValue.Obj second) {
        if (second.fields().isEmpty()) {
            return first;
        }
        Map<String, JsonValue> all = new LinkedHashMap<>(first.fields());
        second.fields().forEach((name, value) -> all.merge(name, value,
                (one, other) -> one instanceof JsonValue.Obj left && other instanceof JsonValue.Obj right
                        ? deep(left, right)
                        : other));
        return new JsonValue.Obj(all);
    }
}
