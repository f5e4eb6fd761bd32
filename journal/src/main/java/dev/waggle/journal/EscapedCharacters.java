package dev.waggle.journal;

import java.util.HexFormat;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;

/**
 * Characters that JSON allows and that are written as escapes nevertheless. They are those that some program reads as
 * a line end or a terminal command, and half surrogate pairs, which UTF-8 cannot hold.
 */
final class EscapedCharacters {

    private EscapedCharacters() {}

    /** True if a text holds one. */
    static boolean isIn(String text) {
        return next(text, 0) < text.length();
    }

    /** True if any text or name in a value holds one, down to that many levels of arrays and objects in it. */
    static boolean isIn(JsonValue value, int levels) {
        if (levels < 0) {
            return false;
        }
        return switch (value) {
            case JsonValue.Null _, JsonValue.Bool _, JsonValue.Num _ -> false;
            case JsonValue.Str str -> isIn(str.value());
            case JsonValue.Arr arr -> isInAny(arr, levels - 1);
            case JsonValue.Obj obj -> isInAny(obj, levels - 1);
        };
    }

    private static boolean isInAny(JsonValue.Arr arr, int levels) {
        for (JsonValue item : arr.items()) {
            if (isIn(item, levels)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isInAny(JsonValue.Obj obj, int levels) {
        for (Map.Entry<String, JsonValue> field : obj.fields().entrySet()) {
            if (isIn(field.getKey()) || isIn(field.getValue(), levels)) {
                return true;
            }
        }
        return false;
    }

    /** The same JSON with escapes. They are inside string literals only, so an escape is always the same text. */
    static String escape(String json) {
        int at = next(json, 0);
        if (at == json.length()) {
            return json;
        }
        StringBuilder escaped = new StringBuilder(json.length() + 64);
        int from = 0;
        while (at < json.length()) {
            escaped.append(json, from, at).append("\\u").append(HexFormat.of().toHexDigits(json.charAt(at)));
            from = at + 1;
            at = next(json, from);
        }
        return escaped.append(json, from, json.length()).toString();
    }

    /** Position of the next one from there on; the length of the text when there is none. */
    static int next(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '\u007f') {
                continue;
            }
            if (c <= '\u009f' || c == '\u2028' || c == '\u2029') {
                return i;
            }
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return i;
            }
        }
        return text.length();
    }
}
