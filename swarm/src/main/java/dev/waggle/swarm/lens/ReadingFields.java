package dev.waggle.swarm.lens;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/**
 * Builder of the figures of a reading, in order. JSON has no infinite numbers: they are written as the texts
 * {@code "Infinity"} and {@code "-Infinity"}.
 */
public final class ReadingFields {

    private final Map<String, JsonValue> figures = new LinkedHashMap<>();

    public ReadingFields() {}

    /** Adds a number; rejects NaN. */
    public ReadingFields with(String name, double value) {
        return with(name, number(value));
    }

    public ReadingFields with(String name, long value) {
        return with(name, JsonValue.of(value));
    }

    public ReadingFields with(String name, boolean value) {
        return with(name, JsonValue.of(value));
    }

    public ReadingFields with(String name, String value) {
        return with(name, JsonValue.of(value));
    }

    /** Adds a text, or null when it is empty. */
    public ReadingFields with(String name, Optional<String> value) {
        return with(name, value.map(JsonValue::of).orElseGet(JsonValue::ofNull));
    }

    /** Adds a number, or null when it is empty. */
    public ReadingFields with(String name, OptionalDouble value) {
        return with(name, value.isPresent() ? number(value.getAsDouble()) : JsonValue.ofNull());
    }

    public ReadingFields with(String name, double[] values) {
        return with(name, JsonValue.of(java.util.Arrays.stream(values).mapToObj(ReadingFields::number).toList()));
    }

    public ReadingFields withTexts(String name, List<String> values) {
        return with(name, JsonValue.of(values.stream().map(JsonValue::of).toList()));
    }

    public ReadingFields withNumbers(String name, Map<String, Double> values) {
        JsonObjectBuilder numbers = new JsonObjectBuilder();
        values.forEach((key, value) -> numbers.with(key, number(value)));
        return with(name, numbers.json());
    }

    public ReadingFields with(String name, JsonValue value) {
        if (figures.putIfAbsent(name, value) != null) {
            throw new IllegalArgumentException("two figures have the name " + name);
        }
        return this;
    }

    public Map<String, JsonValue> all() {
        return Collections.unmodifiableMap(figures);
    }

    private static JsonValue number(double value) {
        if (Double.isNaN(value)) {
            throw new IllegalArgumentException("a figure must be a number, got NaN");
        }
        return Double.isInfinite(value) ? JsonValue.of(String.valueOf(value)) : JsonValue.of(value);
    }
}
