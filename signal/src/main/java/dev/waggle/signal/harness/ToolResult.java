package dev.waggle.signal.harness;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Result of a tool call in the next input of the model.
 *
 * @param toolName the tool
 * @param result its answer; {@code null} means absent, {@link JsonValue.Null} the value null
 * @param error the error message, if it failed
 */
public record ToolResult(String toolName, @Nullable JsonValue result, @Nullable String error) {

    public ToolResult {
        HarnessPreconditions.present("toolName", toolName);
    }
}
