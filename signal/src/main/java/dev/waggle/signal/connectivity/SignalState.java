package dev.waggle.signal.connectivity;

import java.util.Locale;

/**
 * Where a signal stands. Transitions go one way:
 *
 * <pre>
 *   emitted -> active -> superseded | expired | resolved
 *        \------------------^
 * </pre>
 */
public enum SignalState {
    /** Stored; no callback has been told of it. */
    EMITTED,
    /** At least one callback has been told of it. */
    ACTIVE,
    /** A newer signal replaced it. */
    SUPERSEDED,
    /** Its step was reached, or the thread had no room for it any more. */
    EXPIRED,
    /** Somebody closed it. */
    RESOLVED;

    /** The word of the specification, in lower case. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether no transition leads out of it. */
    public boolean isTerminal() {
        return this != EMITTED && this != ACTIVE;
    }
}
