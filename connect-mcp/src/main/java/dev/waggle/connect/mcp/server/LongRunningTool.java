package dev.waggle.connect.mcp.server;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;

/** Tool that takes long and reports its progress. */
public interface LongRunningTool {

    ToolDefinition definition();

    /**
     * Does it, as {@link dev.waggle.signal.tool.Tool#call} does.
     *
     * @throws InterruptedException when the client took its call back, or the server closes
     */
    ToolOutcome call(ClientCall call, JsonValue input) throws InterruptedException;
}
