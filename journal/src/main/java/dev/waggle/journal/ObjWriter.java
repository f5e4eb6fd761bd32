package dev.waggle.journal;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.JsonValue;
import org.jspecify.annotations.Nullable;

/** Collects the fields of one JSON object in order; what is absent gets no field. */
final class ObjWriter {

    /**
     * Zero with a minus sign, which a decimal cannot hold: too small for any double but zero, so that every reader takes
     * it for {@code -0.0}.
     */
    private static final BigDecimal NEGATIVE_ZERO = new BigDecimal("-1E-400");

    private final Map<String, JsonValue> fields = new LinkedHashMap<>();

    ObjWriter value(String name, @Nullable JsonValue value) {
        if (value != null) {
            fields.put(name, value);
        }
        return this;
    }

    ObjWriter text(String name, @Nullable String value) {
        return value(name, value == null ? null : JsonValue.of(value));
    }

    ObjWriter number(String name, @Nullable Double value) {
        return value(name, value == null ? null : number(value));
    }

    ObjWriter whole(String name, @Nullable Long value) {
        return value(name, value == null ? null : JsonValue.of(value.longValue()));
    }

    ObjWriter whole(String name, @Nullable Integer value) {
        return value(name, value == null ? null : JsonValue.of(value.longValue()));
    }

    ObjWriter flag(String name, boolean value) {
        return value(name, JsonValue.of(value));
    }

    ObjWriter texts(String name, List<String> values) {
        return value(name, JsonValue.of(values.stream().map(JsonValue::of).toList()));
    }

    ObjWriter word(String name, @Nullable Enum<?> constant) {
        return text(name, constant == null ? null : ObjReader.wordOf(constant));
    }

    /** A part that is left out when it says nothing. */
    ObjWriter part(String name, ObjWriter part) {
        return value(name, part.fields.isEmpty() ? null : part.toObj());
    }

    JsonValue.Obj toObj() {
        return new JsonValue.Obj(fields);
    }

    private static JsonValue number(double value) {
        return Double.compare(value, -0.0) == 0 ? new JsonValue.Num(NEGATIVE_ZERO) : JsonValue.of(value);
    }
}
