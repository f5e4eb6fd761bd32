package dev.waggle.connect.mcp.server;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.JsonValue;
import org.jspecify.annotations.Nullable;

/** JSON as the library of the protocol holds it: maps, lists, texts, numbers, flags and null. */
final class Plain {

    private Plain() {}

    /**
     * Ours from theirs.
     *
     * @throws IllegalArgumentException when a number is beyond a double
     */
    static JsonValue read(@Nullable Object value) {
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
                items.forEach(item -> read.add(read(item)));
                yield JsonValue.of(read);
            }
            case Map<?, ?> fields -> {
                Map<String, JsonValue> read = new LinkedHashMap<>();
                fields.forEach((name, field) -> read.put(String.valueOf(name), read(field)));
                yield JsonValue.of(read);
            }
            default -> throw new IllegalArgumentException("no JSON value is a " + value.getClass().getName());
        };
    }

    /** Theirs from ours. */
    static @Nullable Object of(JsonValue value) {
        return switch (value) {
            case JsonValue.Null() -> null;
            case JsonValue.Str(String text) -> text;
            case JsonValue.Bool(boolean flag) -> flag;
            case JsonValue.Num(BigDecimal number) -> number;
            case JsonValue.Arr(List<JsonValue> items) -> {
                List<@Nullable Object> plain = new ArrayList<>(items.size());
                items.forEach(item -> plain.add(of(item)));
                yield plain;
            }
            case JsonValue.Obj obj -> object(obj);
        };
    }

    static Map<String, @Nullable Object> object(JsonValue.Obj object) {
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        object.fields().forEach((name, field) -> plain.put(name, of(field)));
        return plain;
    }
}
