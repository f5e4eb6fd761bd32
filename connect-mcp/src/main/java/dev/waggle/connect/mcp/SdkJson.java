package dev.waggle.connect.mcp;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** JSON as the SDK holds it (maps, lists, texts, numbers, flags and null) to and from {@link JsonValue}. */
public final class SdkJson {

    private SdkJson() {}

    /**
     * The value of a node that the SDK has read. The parser of the SDK limits its depth.
     *
     * @throws IllegalArgumentException when a number is beyond a double
     */
    public static JsonValue read(@Nullable Object value) {
        return read(value, Integer.MAX_VALUE);
    }

    /**
     * The value of a node that the SDK has read, down to a depth.
     *
     * @throws IllegalArgumentException when it is nested deeper, or when a number is beyond a double
     */
    public static JsonValue read(@Nullable Object value, int maxDepth) {
        return read(value, maxDepth, maxDepth);
    }

    private static JsonValue read(@Nullable Object value, int maxDepth, int left) {
        if (left < 0) {
            throw new IllegalArgumentException("nested more than " + maxDepth + " deep");
        }
        return switch (value) {
            case null -> JsonValue.ofNull();
            case String text -> JsonValue.of(text);
            case Boolean flag -> JsonValue.of(flag.booleanValue());
            case BigDecimal number -> new JsonValue.Num(number);
            case BigInteger number -> new JsonValue.Num(new BigDecimal(number));
            case Double number -> JsonValue.of(number.doubleValue());
            case Float number -> JsonValue.of(number.doubleValue());
            case Number number -> JsonValue.of(number.longValue());
            case List<?> items -> {
                List<JsonValue> read = new ArrayList<>(items.size());
                items.forEach(item -> read.add(read(item, maxDepth, left - 1)));
                yield JsonValue.of(read);
            }
            case Map<?, ?> fields -> {
                Map<String, JsonValue> read = new LinkedHashMap<>();
                fields.forEach((name, field) -> read.put(String.valueOf(name), read(field, maxDepth, left - 1)));
                yield JsonValue.of(read);
            }
            default -> throw new IllegalArgumentException("no JSON value is a " + value.getClass().getName());
        };
    }

    /** The fields of an object, in order, as the SDK takes them. */
    public static Map<String, @Nullable Object> fields(JsonValue.Obj object) {
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        object.fields().forEach((name, field) -> plain.put(name, plain(field)));
        return plain;
    }

    private static @Nullable Object plain(JsonValue value) {
        return switch (value) {
            case JsonValue.Null() -> null;
            case JsonValue.Str(String text) -> text;
            case JsonValue.Bool(boolean flag) -> flag;
            case JsonValue.Num(BigDecimal number) -> number;
            case JsonValue.Arr(List<JsonValue> items) -> {
                List<@Nullable Object> plain = new ArrayList<>(items.size());
                items.forEach(item -> plain.add(plain(item)));
                yield plain;
            }
            case JsonValue.Obj obj -> fields(obj);
        };
    }
}
