package dev.waggle.signal.harness;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A tool call requested by a model.
 *
 * @param id the id that its result refers to
 * @param name the tool
 * @param input its arguments; {@code null} means absent, {@link JsonValue.Null} the value null
 */
public record ToolCall(String id, String name, @Nullable JsonValue input) {

    public ToolCall {
        HarnessPreconditions.present("id", id);
        HarnessPreconditions.present("name", name);
    }
}
