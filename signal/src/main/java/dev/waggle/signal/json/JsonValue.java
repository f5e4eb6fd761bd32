package dev.waggle.signal.json;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.text.QuotedValue;
import org.jspecify.annotations.Nullable;

/** A JSON value: the body of custom payloads and of extensions, independent of any JSON library. */
public sealed interface JsonValue {

    /** Fields in their written order. */
    record Obj(Map<String, JsonValue> fields) implements JsonValue {
        public Obj {
            fields = fieldsOf(fields);
        }
    }

    /** Items in order. */
    record Arr(List<JsonValue> items) implements JsonValue {
        public Arr {
            items = List.copyOf(items);
        }
    }

    /** Text. */
    record Str(String value) implements JsonValue {
        public Str {
            requirePresent("JSON text", value);
        }
    }

    /** A number with exactly the digits that were written. */
    record Num(BigDecimal value) implements JsonValue {
        public Num {
            requirePresent("JSON number", value);
        }
    }

    /** True or false. */
    record Bool(boolean value) implements JsonValue {}

    /** The value null, which is not the same as no value. */
    record Null() implements JsonValue {}

    /** The value null. */
    static JsonValue ofNull() {
        return new Null();
    }

    static JsonValue of(String value) {
        return new Str(value);
    }

    static JsonValue of(boolean value) {
        return new Bool(value);
    }

    static JsonValue of(long value) {
        return new Num(BigDecimal.valueOf(value));
    }

    /** A finite number; JSON cannot hold others. */
    static JsonValue of(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("a JSON number must be finite, got " + value);
        }
        return new Num(BigDecimal.valueOf(value));
    }

    /**
     * A finite number with its sign, in the fewest digits that distinguish it from its neighbours. No decimal is a zero
     * with a minus sign. Instead it is a number that every reader rounds to {@code -0.0}.
     */
    static Num exact(double value) {
        return new Num(Double.compare(value, -0.0) == 0 ? new BigDecimal("-1E-400") : BigDecimal.valueOf(value));
    }

    static JsonValue of(List<JsonValue> items) {
        return new Arr(items);
    }

    /** A list of texts, in their order. */
    static JsonValue ofTexts(List<String> texts) {
        return new Arr(texts.stream().map(JsonValue::of).toList());
    }

    static JsonValue of(Map<String, JsonValue> fields) {
        return new Obj(fields);
    }

    private static void requirePresent(String subject, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException(subject + " must not be null");
        }
    }

    /** Returns an unmodifiable copy in the same order. */
    private static Map<String, JsonValue> fieldsOf(Map<String, JsonValue> fields) {
        if (fields.isEmpty()) {
            return Map.of();
        }
        Map<String, JsonValue> copy = new LinkedHashMap<>(fields);
        copy.forEach((name, value) -> {
            requirePresent("JSON object key", name);
            if (value == null) {
                throw new IllegalArgumentException("JSON object value of " + QuotedValue.of(name)
                        + " must not be null");
            }
        });
        return Collections.unmodifiableMap(copy);
    }
}
