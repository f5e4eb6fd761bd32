package dev.waggle.connect.a2a.codec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.connect.a2a.protocol.A2aMetadata;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** JSON of the wire as readers of this room want it. */
final class WireTree {

    /** Fields whose content belongs to the users of the protocol, so that it is kept as it is. */
    private static final Set<String> OPAQUE = Set.of("metadata", "data", "params", "flows");

    private WireTree() {}

    /** Reader of an object without the fields that are null. */
    static JsonObjectReader reader(String subject, JsonValue value) {
        return JsonObjectReader.root(subject, withoutNulls(value));
    }

    private static JsonValue withoutNulls(JsonValue value) {
        return switch (value) {
            case JsonValue.Obj obj -> withoutNulls(obj);
            case JsonValue.Arr arr -> withoutNulls(arr);
            case JsonValue.Str ignored -> value;
            case JsonValue.Num ignored -> value;
            case JsonValue.Bool ignored -> value;
            case JsonValue.Null ignored -> value;
        };
    }

    private static JsonValue withoutNulls(JsonValue.Obj obj) {
        Map<String, JsonValue> kept = new LinkedHashMap<>();
        obj.fields().forEach((name, value) -> {
            if (!(value instanceof JsonValue.Null)) {
                kept.put(name, OPAQUE.contains(name) ? value : withoutNulls(value));
            }
        });
        return new JsonValue.Obj(kept);
    }

    private static JsonValue withoutNulls(JsonValue.Arr arr) {
        List<JsonValue> items = new ArrayList<>(arr.items().size());
        for (JsonValue item : arr.items()) {
            items.add(withoutNulls(item));
        }
        return new JsonValue.Arr(items);
    }

    /** The fields of an object that the users of the protocol define; none if it is absent. */
    static JsonValue.Obj metadata(JsonObjectReader in) {
        return object(in, "metadata");
    }

    /** An object as it is written; without a field if it is absent. */
    static JsonValue.Obj object(JsonObjectReader in, String name) {
        JsonValue value = in.optional(name);
        if (value == null) {
            return A2aMetadata.NONE;
        }
        if (value instanceof JsonValue.Obj obj) {
            return obj;
        }
        throw in.invalid(name, "an object");
    }

    /** Adds an object, unless it is empty. */
    static void add(JsonObjectBuilder to, String name, JsonValue.Obj object) {
        if (!object.fields().isEmpty()) {
            to.with(name, object);
        }
    }

    /** Adds texts, unless there are none. */
    static void add(JsonObjectBuilder to, String name, List<String> texts) {
        if (!texts.isEmpty()) {
            to.withTexts(name, texts);
        }
    }

    /** Adds a whole number, unless it is absent. */
    static void add(JsonObjectBuilder to, String name, @Nullable Integer number) {
        if (number != null) {
            to.with(name, number.longValue());
        }
    }

    /** A text that is absent if it is empty, as version 1.0 does not tell these apart. */
    static @Nullable String optionalText(JsonObjectReader in, String name) {
        String text = in.optionalText(name);
        return text == null || text.isEmpty() ? null : text;
    }

    /** True or false; false if it is absent. */
    static boolean flag(JsonObjectReader in, String name) {
        return Boolean.TRUE.equals(in.optionalFlag(name));
    }
}
