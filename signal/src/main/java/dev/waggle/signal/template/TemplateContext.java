package dev.waggle.signal.template;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Values for the expressions of a {@link Template}. {@code null} is absent, which is not the value null.
 *
 * @param state the value of {@code state}; every root other than the three is looked up in it
 * @param signal the value of {@code signal}, an object with {@code name} and {@code payload}
 * @param input the value of {@code input}
 */
public record TemplateContext(@Nullable JsonValue state, @Nullable JsonValue signal, @Nullable JsonValue input) {

    /** Returns a context of a state only. */
    public static TemplateContext ofState(JsonValue state) {
        return new TemplateContext(state, null, null);
    }

    /** Returns a context of a signal only, with any fields. */
    public static TemplateContext ofSignal(JsonValue signal) {
        return new TemplateContext(null, signal, null);
    }

    /** Returns the object of a signal: its name and, unless absent, its payload. */
    public static JsonValue signal(String name, @Nullable JsonValue payload) {
        return new JsonObjectBuilder().with("name", name).withPresent("payload", payload).json();
    }
}
