package dev.waggle.signal.harness;

import java.util.Locale;

/** Why a model stopped. */
public enum ModelStopReason {
    /** It was done. */
    END,
    /** The token limit was reached. */
    MAX_TOKENS,
    /** It waits for the result of a tool. */
    TOOL_USE,
    /** It failed. */
    ERROR;

    /** The word of the specification, in lower case. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
