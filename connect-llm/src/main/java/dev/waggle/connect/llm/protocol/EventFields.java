package dev.waggle.connect.llm.protocol;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Reads fields of events. A missing field, or one of another kind, reads as an empty value. */
final class EventFields {

    /** Most places in a list of a reply; no agent may make as many calls in a turn. */
    static final int MAX_PLACES = 256;

    private EventFields() {}

    /** The value at a path of names; null where there is none. */
    static JsonValue at(JsonValue from, String... path) {
        JsonValue value = from;
        for (String name : path) {
            JsonValue next = value instanceof JsonValue.Obj object ? object.fields().get(name) : null;
            if (next == null) {
                return JsonValue.ofNull();
            }
            value = next;
        }
        return value;
    }

    /** The text at a path; empty where there is none. */
    static String text(JsonValue from, String... path) {
        return at(from, path) instanceof JsonValue.Str text ? text.value() : "";
    }

    /** The items at a path; none where there is no array. */
    static List<JsonValue> items(JsonValue from, String... path) {
        return at(from, path) instanceof JsonValue.Arr array ? array.items() : List.of();
    }

    static boolean isTrue(JsonValue from, String... path) {
        return at(from, path) instanceof JsonValue.Bool bool && bool.value();
    }

    /** The number at a path; {@code null} where there is none. */
    static @Nullable Double number(JsonValue from, String... path) {
        return at(from, path) instanceof JsonValue.Num number ? number.value().doubleValue() : null;
    }

    /** The place at a path; the other one where there is none, or none that a list of this size could have. */
    static int place(JsonValue from, String name, int otherwise) {
        BigDecimal most = BigDecimal.valueOf(MAX_PLACES);
        return at(from, name) instanceof JsonValue.Num number && number.value().signum() >= 0
                && number.value().compareTo(most) < 0 ? number.value().intValue() : otherwise;
    }

    /** Arguments of a call: their JSON, or their text if they are none. No text is no arguments. */
    static JsonValue arguments(String text) {
        if (text.isBlank()) {
            return new JsonValue.Obj(Map.of());
        }
        try {
            return JsonText.read(text);
        } catch (IllegalArgumentException notJson) {
            return JsonValue.of(text);
        }
    }

    /** Arguments as the object that providers ask for; anything else is shown to the model in one field. */
    static JsonValue.Obj argumentObject(@Nullable JsonValue input) {
        return switch (input) {
            case JsonValue.Obj object -> object;
            case JsonValue.Null _ -> new JsonValue.Obj(Map.of());
            case null -> new JsonValue.Obj(Map.of());
            case JsonValue other -> new JsonValue.Obj(Map.of("unreadable", other));
        };
    }

    /** Arguments as the text of an object. */
    static String argumentText(@Nullable JsonValue input) {
        return JsonLine.of(argumentObject(input));
    }
}
