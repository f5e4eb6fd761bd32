package dev.waggle.journal.redaction;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

import dev.waggle.signal.json.JsonValue;

/** Replaces texts in the values and in the names of fields of JSON. Immutable. */
final class JsonRedactor {

    private final TextMatcher texts;

    JsonRedactor(TextMatcher texts) {
        this.texts = texts;
    }

    /** A value with its texts replaced; an equal one when there is none. */
    JsonValue redacted(JsonValue value, IntConsumer found) {
        return redacted(value, false, found);
    }

    private JsonValue redacted(JsonValue value, boolean isName, IntConsumer found) {
        return switch (value) {
            case JsonValue.Null _, JsonValue.Bool _, JsonValue.Num _ -> value;
            case JsonValue.Str text -> JsonValue.of(texts.replaced(text.value(), isName, found));
            case JsonValue.Arr list -> {
                List<JsonValue> items = new ArrayList<>(list.items().size());
                list.items().forEach(item -> items.add(redacted(item, isName, found)));
                yield JsonValue.of(items);
            }
            case JsonValue.Obj object -> {
                Map<String, JsonValue> fields = new LinkedHashMap<>();
                object.fields().forEach((field, below) -> fields.put(
                        unused(texts.replaced(field, true, found), fields),
                        redacted(below, NameFields.contains(field), found)));
                yield JsonValue.of(fields);
            }
        };
    }

    /** A name that no field has yet: two texts that were names of fields would be one. */
    private static String unused(String field, Map<String, JsonValue> fields) {
        String name = field;
        for (int number = 2; fields.containsKey(name); number++) {
            name = field + ' ' + number;
        }
        return name;
    }
}
