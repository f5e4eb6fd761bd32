package dev.waggle.signal.json;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.text.VisibleText;

/** A refusal that already names its path. */
public final class JsonFieldException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    /** Longest piece of a value that a message shows, in UTF-16 units. */
    private static final int MAX_EXCERPT = 60;

    /** A text as a refusal quotes it. */
    private static final Pattern VALUE = Pattern.compile("got \"(.*)\"");

    public JsonFieldException(String message) {
        super(message);
    }

    JsonFieldException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Refusal of a field because of its value. */
    public static JsonFieldException ofField(String path, String expected, JsonValue value) {
        String remedy = value instanceof JsonValue.Null ? "\nMaybe leave it out." : "";
        return new JsonFieldException(path + " must be " + expected + ", got " + excerpt(value) + remedy);
    }

    /**
     * The same refusal for a file that may hold keys, also at a wrong place. Its value is masked where it may be one.
     */
    public JsonFieldException withoutSecrets() {
        String message = String.valueOf(getMessage());
        Matcher got = VALUE.matcher(message);
        if (!got.find()) {
            return this;
        }
        String text = got.group(1);
        String masked = SecretSet.of(List.of(text)).mask(text);
        String shown = masked.contains("://") ? masked.replaceFirst("\\?.*", "?" + SecretSet.MASK) : masked;
        return new JsonFieldException(message.substring(0, got.start(1)) + shown + message.substring(got.end(1)), this);
    }

    static String excerpt(JsonValue value) {
        return switch (value) {
            case JsonValue.Str str -> VisibleText.of(JsonLine.quoted(truncated(str.value())));
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
