package dev.waggle.connect.mcp.server;

import dev.waggle.signal.tool.ToolCaller;
import org.jspecify.annotations.Nullable;

/**
 * Call of a tool by a client.
 *
 * @param caller the client under the name that it chose
 * @param account the sender of the request as the admission authenticated it; {@code null} where it names none
 * @param progress the reporter of the progress
 */
public record ClientCall(ToolCaller caller, @Nullable String account, ProgressReporter progress) {}
