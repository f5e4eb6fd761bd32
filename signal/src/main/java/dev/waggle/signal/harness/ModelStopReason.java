package dev.waggle.signal.harness;

import java.util.Locale;

/** Reason for the end of a model's output. */
public enum ModelStopReason {
    /** The answer is complete. */
    END,
    /** The token limit was reached. */
    MAX_TOKENS,
    /** It waits for the result of a tool. */
    TOOL_USE,
    /** It failed. */
    ERROR;

    /** Returns the name of the specification, in lower case. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
