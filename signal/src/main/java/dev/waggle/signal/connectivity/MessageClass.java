package dev.waggle.signal.connectivity;

import dev.waggle.signal.json.WireConstant;

/** The broad intent of a connectivity signal. */
public enum MessageClass implements WireConstant {
    /** A matter that another component should consider. */
    ATTENTION,
    /** Stability of the output of a specialist. */
    CONFIDENCE,
    /** Two active views disagree in a way that affects the final answer. */
    CONFLICT,
    /** The next component can proceed. */
    HANDOFF,
    /** The current path must change. */
    ESCALATION
}
