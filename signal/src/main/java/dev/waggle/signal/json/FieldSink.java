package dev.waggle.signal.json;

import java.util.List;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/**
 * Receives the fields of one JSON object in order; an absent value gets no field. Codecs describe once which fields a
 * signal has. The sink makes a tree for programs ({@code JsonObjectBuilder.of}) or the bytes of a line.
 */
public interface FieldSink {

    FieldSink value(String name, @Nullable JsonValue value);

    FieldSink text(String name, @Nullable String value);

    /** A finite number; the sign of zero is preserved. */
    FieldSink number(String name, double value);

    FieldSink integer(String name, long value);

    FieldSink flag(String name, boolean value);

    FieldSink texts(String name, List<String> values);

    /** An object whose fields a codec writes. */
    <T> FieldSink object(String name, T part, BiConsumer<T, FieldSink> codec);

    /** An object that is omitted when its codec writes no field. */
    <T> FieldSink optionalObject(String name, T part, BiConsumer<T, FieldSink> codec);

    default FieldSink number(String name, @Nullable Double value) {
        return value == null ? this : number(name, value.doubleValue());
    }

    default FieldSink integer(String name, @Nullable Long value) {
        return value == null ? this : integer(name, value.longValue());
    }

    default FieldSink integer(String name, @Nullable Integer value) {
        return value == null ? this : integer(name, value.longValue());
    }

    default FieldSink constant(String name, @Nullable Enum<?> constant) {
        return constant == null ? this : text(name, JsonObjectReader.wireName(constant));
    }
}
