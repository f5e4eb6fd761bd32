package dev.waggle.signal.connectivity;

import java.util.Locale;

/** The broad intent of a connectivity signal. */
public enum MessageClass {
    /** A matter that another component should consider. */
    ATTENTION,
    /** Stability of the output of a specialist. */
    CONFIDENCE,
    /** Two active views disagree in a way that affects the final answer. */
    CONFLICT,
    /** The next component can proceed. */
    HANDOFF,
    /** The current path must change. */
    ESCALATION;

    /** Returns the name of the specification, in lower case. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
