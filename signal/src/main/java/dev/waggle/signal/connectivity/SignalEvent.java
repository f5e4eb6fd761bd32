package dev.waggle.signal.connectivity;

import java.util.Locale;

/** Events announced to callbacks: every transition but the one to active. */
public enum SignalEvent {
    EMITTED, SUPERSEDED, RESOLVED, EXPIRED;

    /** Returns the name of the specification, in lower case. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
