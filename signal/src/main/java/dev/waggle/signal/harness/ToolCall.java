package dev.waggle.signal.harness;

import dev.waggle.signal.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A call of a tool that a model asks for.
 *
 * @param id what its result refers to
 * @param name the tool
 * @param input what the tool is given; {@code null} means absent, {@link JsonValue.Null} the value null
 */
public record ToolCall(String id, String name, @Nullable JsonValue input) {

    public ToolCall {
        HarnessPreconditions.present("id", id);
        HarnessPreconditions.present("name", name);
    }
}
