package dev.waggle.signal.tool;

import dev.waggle.signal.json.JsonValue;

/** A tool that an agent may call. */
public interface Tool {

    ToolDefinition definition();

    /**
     * Runs the tool on behalf of that caller. The host authenticates the caller, and the input cannot change it.
     *
     * @param input the model's input; any JSON value, to be checked here
     * @return the outcome; a bad input is an outcome, not an exception
     * @throws InterruptedException when the caller has no time left
     */
    ToolOutcome call(ToolCaller caller, JsonValue input) throws InterruptedException;
}
