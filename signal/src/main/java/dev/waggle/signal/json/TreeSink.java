package dev.waggle.signal.json;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/** Collects the fields of one JSON object as a value. */
public final class TreeSink implements FieldSink {

    /**
     * Zero with a minus sign, which a decimal cannot hold: too small for any double but zero, so that every reader
     * takes it for {@code -0.0}.
     */
    private static final BigDecimal NEGATIVE_ZERO = new BigDecimal("-1E-400");

    private final Map<String, JsonValue> fields = new LinkedHashMap<>();

    private TreeSink() {}

    /** The object that a codec makes of a part. */
    public static <T> JsonValue.Obj objectOf(T part, BiConsumer<T, FieldSink> codec) {
        TreeSink to = new TreeSink();
        codec.accept(part, to);
        return new JsonValue.Obj(to.fields);
    }

    /** The decimal of a finite number: the fewest digits that distinguish it from its neighbours. */
    public static JsonValue.Num decimal(double value) {
        return new JsonValue.Num(Double.compare(value, -0.0) == 0 ? NEGATIVE_ZERO : BigDecimal.valueOf(value));
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
        return value(name, decimal(value));
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
