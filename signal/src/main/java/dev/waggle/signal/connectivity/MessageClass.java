package dev.waggle.signal.connectivity;

import java.util.Locale;

/** The broad intent of a connectivity signal. */
public enum MessageClass {
    /** Something another part should consider. */
    ATTENTION,
    /** How stable the output of a specialist is. */
    CONFIDENCE,
    /** Two active views disagree in a way that affects the final answer. */
    CONFLICT,
    /** The next part can proceed. */
    HANDOFF,
    /** The current path must change. */
    ESCALATION;

    /** The word of the specification, in lower case. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
