package dev.waggle.signal.tool;

import dev.waggle.signal.json.JsonValue;

/** Outcome of a tool call. */
public sealed interface ToolOutcome {

    /**
     * The call succeeded.
     *
     * @param text for the model to read: one line of ours, and foreign text below it, each line behind a {@code >}
     * @param details the same as data
     */
    record Done(String text, JsonValue details) implements ToolOutcome {}

    /**
     * The call failed, and nothing has changed.
     *
     * @param reason the reason and the remedy
     */
    record Failed(String reason) implements ToolOutcome {}
}
