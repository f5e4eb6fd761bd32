package dev.waggle.signal.transcript;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Lenient reader of the data of harness signals: a missing field or one of another kind is absent, never an error. */
final class PayloadFields {

    private PayloadFields() {}

    /** Returns the data of an open payload; null for others and where there is none. */
    static @Nullable JsonValue data(Signal signal) {
        return signal.payload() instanceof Payload.Open open ? open.data() : null;
    }

    static @Nullable JsonValue value(@Nullable JsonValue data, String field) {
        return data instanceof JsonValue.Obj obj ? obj.fields().get(field) : null;
    }

    static @Nullable String text(@Nullable JsonValue data, String field) {
        return value(data, field) instanceof JsonValue.Str str ? str.value() : null;
    }
}
