package dev.waggle.cli.lens;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.Collectors;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;

/** Figures as people read them: numbers with few decimals, and a mark if there is none. */
final class FigureText {

    private static final int DECIMALS = 3;
    private static final double MIN_PLAIN = 1e-3;
    private static final double MIN_LARGE = 1e6;

    private FigureText() {}

    /** A figure in one line. */
    static String of(JsonValue value, String none) {
        return switch (value) {
            case JsonValue.Arr(var items) when !items.isEmpty() -> joined(items, none);
            case JsonValue.Obj(var fields) when !fields.isEmpty() -> fields.entrySet().stream()
                    .map(field -> field.getKey() + " " + inner(field.getValue(), none))
                    .collect(Collectors.joining(", "));
            case JsonValue.Arr _, JsonValue.Obj _ -> none;
            default -> inner(value, none);
        };
    }

    /** At most three decimals; tiny and huge numbers with three digits and an exponent. */
    static String of(double number, String none) {
        if (Double.isNaN(number)) {
            return none;
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "infinite" : "-infinite";
        }
        double size = Math.abs(number);
        if (size > 0 && (size < MIN_PLAIN || size >= MIN_LARGE)) {
            return String.format(PlainLocale.NONE, "%.2e", number);
        }
        BigDecimal rounded = BigDecimal.valueOf(number).setScale(DECIMALS, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /** Two decimals, for weights and the like. */
    static String twoDecimals(double number) {
        return Math.abs(number) < MIN_LARGE ? String.format(PlainLocale.NONE, "%.2f", number) : of(number, "");
    }

    private static String inner(JsonValue value, String none) {
        return switch (value) {
            case JsonValue.Str(String text) -> text;
            case JsonValue.Num(var number) -> of(number.doubleValue(), none);
            case JsonValue.Bool(boolean truth) -> truth ? "yes" : "no";
            case JsonValue.Arr(var items) -> "[" + joined(items, none) + "]";
            case JsonValue.Obj(var fields) -> "{" + (fields.isEmpty() ? "" : of(value, none)) + "}";
            case JsonValue.Null() -> none;
        };
    }

    private static String joined(List<JsonValue> items, String none) {
        return items.stream().map(item -> inner(item, none)).collect(Collectors.joining(", "));
    }
}
