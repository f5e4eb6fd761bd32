package dev.waggle.journal;

import dev.waggle.signal.JsonValue;

/** A refusal that already names its path. */
final class Refused extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    /** Longest piece of a value that a message shows, in UTF-16 units. */
    private static final int MAX_SHOWN = 60;

    Refused(String message) {
        super(message);
    }

    Refused(String message, Throwable cause) {
        super(message, cause);
    }

    /** A field is refused for what stands in it. */
    static Refused field(String path, String expected, JsonValue value) {
        String remedy = value instanceof JsonValue.Null ? "\nMaybe leave it out." : "";
        return new Refused(path + " must be " + expected + ", got " + shown(value) + remedy);
    }

    static String shown(JsonValue value) {
        return switch (value) {
            case JsonValue.Str str -> JsonText.write(JsonValue.of(cut(str.value())));
            case JsonValue.Num num -> cut(num.value().toString());
            case JsonValue.Bool bool -> String.valueOf(bool.value());
            case JsonValue.Null _ -> "null";
            case JsonValue.Arr _ -> "an array";
            case JsonValue.Obj _ -> "an object";
        };
    }

    static String cut(String text) {
        return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text;
    }
}
