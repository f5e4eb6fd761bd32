package dev.waggle.signal.template;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.signal.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The values that a {@link Template} is filled from. {@code null} is absent, which is not the value null.
 *
 * @param state what {@code state} means; every root other than the three is looked up in it
 * @param signal what {@code signal} means, an object with {@code name} and {@code payload}
 * @param input what {@code input} means
 */
public record TemplateContext(@Nullable JsonValue state, @Nullable JsonValue signal, @Nullable JsonValue input) {

    /** Only a state. */
    public static TemplateContext ofState(JsonValue state) {
        return new TemplateContext(state, null, null);
    }

    /** Only a signal, with whatever fields it is to have. */
    public static TemplateContext ofSignal(JsonValue signal) {
        return new TemplateContext(null, signal, null);
    }

    /** The object that stands for a signal: its name and, unless absent, its payload. */
    public static JsonValue signal(String name, @Nullable JsonValue payload) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("name", JsonValue.of(name));
        if (payload != null) {
            fields.put("payload", payload);
        }
        return JsonValue.of(fields);
    }
}
