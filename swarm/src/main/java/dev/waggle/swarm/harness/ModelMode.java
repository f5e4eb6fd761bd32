package dev.waggle.swarm.harness;

import java.util.Locale;

/** What kind of model a call is for. */
public enum ModelMode {
    /** As little money as possible: signals are shown without their details. */
    CHEAP,
    /** An answer soon. */
    FAST,
    /** An answer that was thought about. */
    DEEP;

    /** The word of the specification, in lower case. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
