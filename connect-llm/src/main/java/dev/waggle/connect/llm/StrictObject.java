package dev.waggle.connect.llm;

import java.util.List;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.Suggestions;
import dev.waggle.signal.text.VisibleText;
import org.jspecify.annotations.Nullable;

/** JSON object of a file with a known set of fields; others are rejected, with the nearest known one. */
final class StrictObject {

    private final String location;
    private final Map<String, JsonValue> fields;

    private StrictObject(String location, Map<String, JsonValue> fields) {
        this.location = location;
        this.fields = fields;
    }

    /**
     * The fields of a value.
     *
     * @param location its name in messages
     * @throws IllegalArgumentException when it is no object, or has an unknown field
     */
    static StrictObject of(String location, JsonValue value, List<String> known) {
        if (!(value instanceof JsonValue.Obj object)) {
            throw new IllegalArgumentException(location + " must be an object");
        }
        for (String field : object.fields().keySet()) {
            if (!known.contains(field)) {
                throw new IllegalArgumentException(location + " knows no \"" + VisibleText.of(field) + "\", only "
                        + String.join(", ", known) + Suggestions.remedyLine(field, known));
            }
        }
        return new StrictObject(location, object.fields());
    }

    /** Path of a field in messages. */
    String path(String field) {
        return location + "." + field;
    }

    /** The fields of an object within; none when it is absent. */
    Map<String, JsonValue> object(String field) {
        return switch (fields.get(field)) {
            case null -> Map.of();
            case JsonValue.Obj object -> object.fields();
            case JsonValue _ -> throw wrong(field, "an object");
        };
    }

    String text(String field) {
        String text = optional(field);
        if (text == null) {
            throw new IllegalArgumentException(path(field) + " is missing");
        }
        return text;
    }

    @Nullable String optional(String field) {
        return switch (fields.get(field)) {
            case null -> null;
            case JsonValue.Str text when !text.value().isBlank() -> text.value();
            case JsonValue _ -> throw wrong(field, "a text that says something");
        };
    }

    /** A finite number of at least 0. */
    @Nullable Double number(String field) {
        return switch (fields.get(field)) {
            case null -> null;
            case JsonValue.Num num when num.value().signum() >= 0 && Double.isFinite(num.value().doubleValue()) ->
                num.value().doubleValue();
            case JsonValue _ -> throw wrong(field, "a number of at least 0");
        };
    }

    double required(String field) {
        Double number = number(field);
        if (number == null) {
            throw new IllegalArgumentException(path(field) + " is missing");
        }
        return number;
    }

    private IllegalArgumentException wrong(String field, String expected) {
        return new IllegalArgumentException(path(field) + " must be " + expected);
    }
}
