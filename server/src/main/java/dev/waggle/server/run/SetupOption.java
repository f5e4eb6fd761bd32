package dev.waggle.server.run;

import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/** Reader of options in the setup that the first entry of a run holds. */
final class SetupOption {

    private static final String SETUP = "setup";
    private static final String OPTIONS = "options";

    private SetupOption() {}

    /** The first value of an option; empty when the run was started without it. */
    static Optional<String> of(LogEntry opened, String option) {
        JsonValue data = opened.signal().payload() instanceof Payload.Open open ? open.data() : null;
        return field(field(field(data, SETUP), OPTIONS), option) instanceof JsonValue.Arr(var items)
                && !items.isEmpty() && items.getFirst() instanceof JsonValue.Str(String text)
                        ? Optional.of(text)
                        : Optional.empty();
    }

    private static @Nullable JsonValue field(@Nullable JsonValue value, String name) {
        return value instanceof JsonValue.Obj(Map<String, JsonValue> fields) ? fields.get(name) : null;
    }
}
