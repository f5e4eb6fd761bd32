package dev.waggle.connect.llm.protocol;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;

/** Merges objects. */
public final class JsonMerge {

    private JsonMerge() {}

    /** Both objects in one. Objects of one name are merged too; of other values the second stays. */
    public static JsonValue.Obj deep(JsonValue.Obj first, JsonValue.Obj second) {
        return merged(first, second, false);
    }

    /** The body with the changes, in which null takes a field away. */
    static JsonValue.Obj changed(JsonValue.Obj body, JsonValue.Obj changes) {
        return merged(body, changes, true);
    }

    private static JsonValue.Obj merged(JsonValue.Obj first, JsonValue.Obj second, boolean nullRemoves) {
        if (second.fields().isEmpty()) {
            return first;
        }
        Map<String, JsonValue> all = new LinkedHashMap<>(first.fields());
        second.fields().forEach((name, value) -> {
            JsonValue before = all.get(name);
            if (nullRemoves && value instanceof JsonValue.Null) {
                all.remove(name);
            } else if (value instanceof JsonValue.Obj right && (nullRemoves || before instanceof JsonValue.Obj)) {
                all.put(name, merged(before instanceof JsonValue.Obj left ? left : new JsonValue.Obj(Map.of()), right,
                        nullRemoves));
            } else {
                all.put(name, value);
            }
        });
        return new JsonValue.Obj(all);
    }
}
