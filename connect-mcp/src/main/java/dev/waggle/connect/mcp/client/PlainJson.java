package dev.waggle.connect.mcp.client;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.JsonValue;
import org.jspecify.annotations.Nullable;

/** JSON as the SDK has it, in maps and lists, to ours and back. */
final class PlainJson {

    private PlainJson() {}

    /** An object with its fields in order. */
    static Map<String, Object> of(JsonValue.Obj obj) {
        Map<String, Object> fields = new LinkedHashMap<>();
        obj.fields().forEach((name, value) -> fields.put(name, plain(value)));
        return fields;
    }

    @SuppressWarnings("NullAway") // A null in such a map is the JSON value null.
    private static Object plain(JsonValue value) {
        return switch (value) {
            case JsonValue.Null _ -> null;
            case JsonValue.Bool bool -> bool.value();
            case JsonValue.Str str -> str.value();
            case JsonValue.Num num -> num.value();
            case JsonValue.Arr arr -> {
                List<Object> items = new ArrayList<>();
                arr.items().forEach(item -> items.add(plain(item)));
                yield items;
            }
            case JsonValue.Obj obj -> of(obj);
        };
    }

    /**
     * The value of what the SDK has read.
     *
     * @throws IllegalArgumentException when it is nested deeper than {@link JsonText} writes
     */
    static JsonValue read(@Nullable Object plain) {
        return read(plain, JsonText.MAX_DEPTH);
    }

    private static JsonValue read(@Nullable Object plain, int left) {
        if (left < 0) {
            throw new IllegalArgumentException("nested more than " + JsonText.MAX_DEPTH + " deep");
        }
        return switch (plain) {
            case null -> JsonValue.ofNull();
            case Boolean bool -> JsonValue.of(bool);
            case BigDecimal number -> new JsonValue.Num(number);
            case BigInteger number -> new JsonValue.Num(new BigDecimal(number));
            case Double number -> JsonValue.of(number);
            case Float number -> JsonValue.of(number.doubleValue());
            case Number number -> JsonValue.of(number.longValue());
            case List<?> items -> {
                List<JsonValue> values = new ArrayList<>();
                items.forEach(item -> values.add(read(item, left - 1)));
                yield JsonValue.of(values);
            }
            case Map<?, ?> fields -> {
                Map<String, JsonValue> values = new LinkedHashMap<>();
                fields.forEach((name, value) -> values.put(String.valueOf(name), read(value, left - 1)));
                yield JsonValue.of(values);
            }
            default -> JsonValue.of(plain.toString());
        };
    }
}
