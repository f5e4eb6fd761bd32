package dev.waggle.signal.tool;

import dev.waggle.signal.JsonValue;

/** Something that an agent may do by calling it. */
public interface Tool {

    ToolDefinition definition();

    /**
     * Does it on behalf of that caller, who is authenticated by the host: nothing in the input can change who it is.
     *
     * @param input what the model wrote; any JSON value, to be checked here
     * @return what came of it; a bad input is an outcome, not an exception
     * @throws InterruptedException when the caller has no time left
     */
    ToolOutcome call(ToolCaller caller, JsonValue input) throws InterruptedException;
}
