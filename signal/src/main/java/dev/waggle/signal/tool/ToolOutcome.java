package dev.waggle.signal.tool;

import dev.waggle.signal.JsonValue;

/** What came of a call of a tool. */
public sealed interface ToolOutcome {

    /**
     * It was done.
     *
     * @param text for the model to read: one line of ours, and words of others below it, each line behind a {@code >}
     * @param details the same as data
     */
    record Done(String text, JsonValue details) implements ToolOutcome {}

    /**
     * It was not done, and nothing has changed.
     *
     * @param reason why, and what would do
     */
    record Failed(String reason) implements ToolOutcome {}
}
