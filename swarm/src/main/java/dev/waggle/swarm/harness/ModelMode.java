package dev.waggle.swarm.harness;

import java.util.Locale;

/** Kind of model for a call. */
public enum ModelMode {
    /** Lowest cost: signals are shown without their details. */
    CHEAP,
    /** A quick answer. */
    FAST,
    /** A reasoned answer. */
    DEEP;

    /** The name of the specification, in lower case. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
