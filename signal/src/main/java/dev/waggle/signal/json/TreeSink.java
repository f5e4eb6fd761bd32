package dev.waggle.signal.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/** Collects the fields of one JSON object as a value. */
final class TreeSink implements FieldSink {

    private final Map<String, JsonValue> fields = new LinkedHashMap<>();

    private TreeSink() {}

    /** The object that a codec makes of a part. */
    static <T> JsonValue.Obj objectOf(T part, BiConsumer<T, FieldSink> codec) {
        TreeSink to = new TreeSink();
        codec.accept(part, to);
        return new JsonValue.Obj(to.fields);
    }

    @Override
    public FieldSink value(String name, @Nullable JsonValue value) {
        if (value != null) {
            fields.put(name, value);
        }
        return this;
    }

    @Override
    public FieldSink text(String name, @Nullable String value) {
        return value(name, value == null ? null : JsonValue.of(value));
    }

    @Override
    public FieldSink number(String name, double value) {
        return value(name, JsonValue.exact(value));
    }

    @Override
    public FieldSink integer(String name, long value) {
        return value(name, JsonValue.of(value));
    }

    @Override
    public FieldSink flag(String name, boolean value) {
        return value(name, JsonValue.of(value));
    }

    @Override
    public FieldSink texts(String name, List<String> values) {
        return value(name, JsonValue.of(values.stream().map(JsonValue::of).toList()));
    }

    @Override
    public <T> FieldSink object(String name, T part, BiConsumer<T, FieldSink> codec) {
        return value(name, objectOf(part, codec));
    }

    @Override
    public <T> FieldSink optionalObject(String name, T part, BiConsumer<T, FieldSink> codec) {
        JsonValue.Obj object = objectOf(part, codec);
        return object.fields().isEmpty() ? this : value(name, object);
    }
}
