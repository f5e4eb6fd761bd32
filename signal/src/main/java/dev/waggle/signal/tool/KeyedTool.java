package dev.waggle.signal.tool;

import dev.waggle.signal.json.JsonValue;

/**
 * Tool with a side effect that is in doubt after a crash. The host may make a call again whose answer it does not have,
 * and the key tells the tool that it is the same call.
 */
public interface KeyedTool extends Tool {

    /**
     * Runs the tool as {@link Tool#call} does, at most once for a key.
     *
     * @param key key of this call, the same when the call is made again
     */
    ToolOutcome call(ToolCaller caller, JsonValue input, String key) throws InterruptedException;
}
