package dev.waggle.journal;

import dev.waggle.signal.JsonValue;

/** A refusal that already names its path. */
final class CodecException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    /** Longest piece of a value that a message shows, in UTF-16 units. */
    private static final int MAX_EXCERPT = 60;

    CodecException(String message) {
        super(message);
    }

    CodecException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Refusal of a field because of its value. */
    static CodecException ofField(String path, String expected, JsonValue value) {
        String remedy = value instanceof JsonValue.Null ? "\nMaybe leave it out." : "";
        return new CodecException(path + " must be " + expected + ", got " + excerpt(value) + remedy);
    }

    static String excerpt(JsonValue value) {
        return switch (value) {
            case JsonValue.Str str -> JsonText.write(JsonValue.of(truncated(str.value())));
            case JsonValue.Num num -> truncated(num.value().toString());
            case JsonValue.Bool bool -> String.valueOf(bool.value());
            case JsonValue.Null _ -> "null";
            case JsonValue.Arr _ -> "an array";
            case JsonValue.Obj _ -> "an object";
        };
    }

    static String truncated(String text) {
        return text.length() > MAX_EXCERPT ? text.substring(0, MAX_EXCERPT) + "..." : text;
    }
}
