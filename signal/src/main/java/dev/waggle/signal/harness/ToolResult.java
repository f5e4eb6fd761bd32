package dev.waggle.signal.harness;

import dev.waggle.signal.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What a tool answered, as the next input of the model tells it.
 *
 * @param toolName the tool
 * @param result its answer; {@code null} means absent, {@link JsonValue.Null} the value null
 * @param error what went wrong, if anything
 */
public record ToolResult(String toolName, @Nullable JsonValue result, @Nullable String error) {

    public ToolResult {
        HarnessPreconditions.present("toolName", toolName);
    }
}
