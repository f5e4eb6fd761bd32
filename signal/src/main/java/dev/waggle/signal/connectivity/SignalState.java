package dev.waggle.signal.connectivity;

import java.util.Locale;

/**
 * State of a signal. Transitions go one way:
 *
 * <pre>
 *   emitted -> active -> superseded | expired | resolved
 *        \------------------^
 * </pre>
 */
public enum SignalState {
    /** Stored; no callback has been notified. */
    EMITTED,
    /** At least one callback has been notified. */
    ACTIVE,
    /** A newer signal replaced it. */
    SUPERSEDED,
    /** Its step was reached, or it expired to make room in its thread. */
    EXPIRED,
    /** Closed by a caller. */
    RESOLVED;

    /** Returns the name of the specification, in lower case. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** True if no transition leads out of it. */
    public boolean isTerminal() {
        return this != EMITTED && this != ACTIVE;
    }
}
