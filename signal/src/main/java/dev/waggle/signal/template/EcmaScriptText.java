package dev.waggle.signal.template;

import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;

/**
 * ECMAScript text of JSON values. A text stays unchanged; null, true and numbers are written like {@code String()},
 * lists and objects like {@code JSON.stringify} (ECMA-262, sections 6.1.6.1.20 and 25.5.2). Fields keep their order.
 *
 * <p>Numbers keep every digit that they were written with, where ECMAScript would round them to a double. One that a
 * double holds looks the same: 1.50 is 1.5, 1E+21 is 1e+21, -0.0 is 0.
 */
final class EcmaScriptText {

    /** Maximum number of digits before the point in plain notation. */
    private static final int MOST_WHOLE = 21;

    /** Maximum number of zeros behind the point in plain notation. */
    private static final int MOST_ZEROS = 5;

    private static final HexFormat HEX = HexFormat.of();

    private EcmaScriptText() {}

    static String of(JsonValue value) {
        if (value instanceof JsonValue.Str str) {
            return str.value();
        }
        StringBuilder text = new StringBuilder();
        write(value, text);
        return text.toString();
    }

    private static void write(JsonValue value, StringBuilder text) {
        switch (value) {
            case JsonValue.Null _ -> text.append("null");
            case JsonValue.Bool bool -> text.append(bool.value());
            case JsonValue.Num num -> number(num.value(), text);
            case JsonValue.Str str -> quote(str.value(), text);
            case JsonValue.Arr arr -> {
                text.append('[');
                for (Iterator<JsonValue> items = arr.items().iterator(); items.hasNext();) {
                    write(items.next(), text);
                    text.append(items.hasNext() ? "," : "");
                }
                text.append(']');
            }
            case JsonValue.Obj obj -> {
                text.append('{');
                for (Iterator<Map.Entry<String, JsonValue>> it = obj.fields().entrySet().iterator(); it.hasNext();) {
                    Map.Entry<String, JsonValue> field = it.next();
                    quote(field.getKey(), text);
                    text.append(':');
                    write(field.getValue(), text);
                    text.append(it.hasNext() ? "," : "");
                }
                text.append('}');
            }
        }
    }

    /** Writes digits d1..dk with the point after the n-th of them, n perhaps below 0 or above k. */
    private static void number(BigDecimal value, StringBuilder text) {
        if (value.signum() == 0) {
            text.append('0');
            return;
        }
        BigDecimal shortest = value.stripTrailingZeros();
        String digits = shortest.unscaledValue().abs().toString();
        int k = digits.length();
        long n = k - (long) shortest.scale();
        text.append(value.signum() < 0 ? "-" : "");
        if (n > MOST_WHOLE || n < -MOST_ZEROS) {
            long exponent = n - 1;
            text.append(digits.charAt(0)).append(k == 1 ? "" : ".").append(digits, 1, k).append('e')
                    .append(exponent < 0 ? "" : "+").append(exponent);
        } else if (n <= 0) {
            text.append("0.").repeat('0', (int) -n).append(digits);
        } else if (n < k) {
            text.append(digits, 0, (int) n).append('.').append(digits, (int) n, k);
        } else {
            text.append(digits).repeat('0', (int) n - k);
        }
    }

    private static void quote(String value, StringBuilder text) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char unit = value.charAt(i);
            switch (unit) {
                case '"', '\\' -> text.append('\\').append(unit);
                case '\b' -> text.append("\\b");
                case '\f' -> text.append("\\f");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (unit < ' ' || isHalf(value, i)) {
                        text.append("\\u").append(HEX.toHexDigits(unit));
                    } else {
                        text.append(unit);
                    }
                }
            }
        }
        text.append('"');
    }

    private static boolean isHalf(String value, int at) {
        char unit = value.charAt(at);
        if (Character.isHighSurrogate(unit)) {
            return at + 1 == value.length() || !Character.isLowSurrogate(value.charAt(at + 1));
        }
        return Character.isLowSurrogate(unit) && (at == 0 || !Character.isHighSurrogate(value.charAt(at - 1)));
    }
}
