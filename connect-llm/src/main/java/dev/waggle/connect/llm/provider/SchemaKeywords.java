package dev.waggle.connect.llm.provider;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.json.JsonValue;

/** Reads the keywords of a JSON Schema. */
final class SchemaKeywords {

    private SchemaKeywords() {}

    /** The texts in the array of that keyword; none when there is no such array. */
    static List<String> texts(JsonValue.Obj schema, String keyword) {
        List<String> all = new ArrayList<>();
        if (schema.fields().get(keyword) instanceof JsonValue.Arr arr) {
            for (JsonValue item : arr.items()) {
                if (item instanceof JsonValue.Str text) {
                    all.add(text.value());
                }
            }
        }
        return all;
    }
}
