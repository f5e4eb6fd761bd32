package dev.waggle.signal.connectivity;

import java.util.Locale;

/** What callbacks are told: every transition but the one to active. */
public enum SignalEvent {
    EMITTED, SUPERSEDED, RESOLVED, EXPIRED;

    /** The word of the specification, in lower case. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
