package dev.waggle.signal.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/** Builder of a JSON object, with its fields in the order in which they are added. */
public final class JsonObjectBuilder {

    private final Map<String, JsonValue> fields = new LinkedHashMap<>();

    public JsonObjectBuilder() {}

    /** The object that a codec makes of a part. */
    public static <T> JsonValue.Obj of(T part, BiConsumer<T, FieldSink> codec) {
        return TreeSink.objectOf(part, codec);
    }

    /** Adds a text, or null without one. */
    public JsonObjectBuilder with(String name, @Nullable String value) {
        return with(name, value == null ? JsonValue.ofNull() : JsonValue.of(value));
    }

    public JsonObjectBuilder with(String name, boolean value) {
        return with(name, JsonValue.of(value));
    }

    public JsonObjectBuilder with(String name, long value) {
        return with(name, JsonValue.of(value));
    }

    /** Adds a finite number; JSON cannot hold others. */
    public JsonObjectBuilder with(String name, double value) {
        return with(name, JsonValue.of(value));
    }

    /** Adds a finite number, or null without one. */
    public JsonObjectBuilder with(String name, @Nullable Double value) {
        return with(name, value == null ? JsonValue.ofNull() : JsonValue.of(value.doubleValue()));
    }

    public JsonObjectBuilder with(String name, List<? extends JsonValue> items) {
        return with(name, JsonValue.of(List.copyOf(items)));
    }

    public JsonObjectBuilder with(String name, Map<String, JsonValue> object) {
        return with(name, JsonValue.of(object));
    }

    /** Adds a field; a later one of the same name takes the place of the earlier. */
    public JsonObjectBuilder with(String name, JsonValue value) {
        fields.put(name, value);
        return this;
    }

    /** Adds a value, or null without one. */
    public JsonObjectBuilder with(String name, Optional<? extends JsonValue> value) {
        return with(name, value.isPresent() ? value.get() : JsonValue.ofNull());
    }

    /** Adds all fields of another object. */
    public JsonObjectBuilder withAll(JsonValue.Obj object) {
        fields.putAll(object.fields());
        return this;
    }

    /** Adds a text; omits the field without one. */
    public JsonObjectBuilder withPresent(String name, @Nullable String value) {
        return value == null ? this : with(name, value);
    }

    /** Adds a finite number; omits the field without one. */
    public JsonObjectBuilder withPresent(String name, @Nullable Double value) {
        return value == null ? this : with(name, value);
    }

    /** Adds a value; omits the field without one. */
    public JsonObjectBuilder withPresent(String name, @Nullable JsonValue value) {
        return value == null ? this : with(name, value);
    }

    public JsonObjectBuilder withTexts(String name, List<String> texts) {
        return with(name, texts.stream().map(JsonValue::of).toList());
    }

    /** The object with the fields so far. */
    public JsonValue.Obj json() {
        return new JsonValue.Obj(fields);
    }
}
