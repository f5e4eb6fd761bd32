package dev.waggle.signal.json;

import java.util.HexFormat;
import java.util.Iterator;
import java.util.Map;

/**
 * JSON encoder that writes a value as one line of text, for people and prompts. It writes no white space, and numbers
 * with the digits that they were written with. It escapes every control character, line separator, half surrogate
 * pair and angle bracket. Therefore no value can begin a new line or close a tag of the surrounding text. Any JSON
 * reader reads it back. Journals are written by the codec of their own module.
 */
public final class JsonLine {

    private static final HexFormat HEX = HexFormat.of();

    private JsonLine() {}

    public static String of(JsonValue value) {
        StringBuilder line = new StringBuilder();
        write(value, line);
        return line.toString();
    }

    /** Returns a text in quotes, escaped. */
    public static String quoted(String text) {
        StringBuilder line = new StringBuilder(text.length() + 2);
        quote(text, line);
        return line.toString();
    }

    private static void write(JsonValue value, StringBuilder line) {
        switch (value) {
            case JsonValue.Null _ -> line.append("null");
            case JsonValue.Bool bool -> line.append(bool.value());
            case JsonValue.Num num -> line.append(num.value());
            case JsonValue.Str str -> quote(str.value(), line);
            case JsonValue.Arr arr -> {
                line.append('[');
                for (Iterator<JsonValue> items = arr.items().iterator(); items.hasNext();) {
                    write(items.next(), line);
                    line.append(items.hasNext() ? "," : "");
                }
                line.append(']');
            }
            case JsonValue.Obj obj -> {
                line.append('{');
                for (Iterator<Map.Entry<String, JsonValue>> it = obj.fields().entrySet().iterator(); it.hasNext();) {
                    Map.Entry<String, JsonValue> field = it.next();
                    quote(field.getKey(), line);
                    line.append(':');
                    write(field.getValue(), line);
                    line.append(it.hasNext() ? "," : "");
                }
                line.append('}');
            }
        }
    }

    /** Quotes a text. Unescaped runs are copied whole: prompts are long, and every call is hashed as such a line. */
    private static void quote(String text, StringBuilder line) {
        line.ensureCapacity(line.length() + text.length() + 2);
        line.append('"');
        int plain = 0;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit == '"' || unit == '\\' || isAwkward(text, i)) {
                escape(unit, line.append(text, plain, i));
                plain = i + 1;
            }
        }
        line.append(text, plain, text.length()).append('"');
    }

    private static void escape(char unit, StringBuilder line) {
        switch (unit) {
            case '"', '\\' -> line.append('\\').append(unit);
            case '\n' -> line.append("\\n");
            case '\r' -> line.append("\\r");
            case '\t' -> line.append("\\t");
            default -> line.append("\\u").append(HEX.toHexDigits(unit));
        }
    }

    private static boolean isAwkward(String text, int at) {
        char unit = text.charAt(at);
        if (unit >= ' ' && unit < 0x7F) {
            return unit == '<' || unit == '>';
        }
        if (Character.isHighSurrogate(unit)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        if (Character.isLowSurrogate(unit)) {
            return at == 0 || !Character.isHighSurrogate(text.charAt(at - 1));
        }
        return Character.isISOControl(unit) || unit == '\u2028' || unit == '\u2029';
    }
}
