package dev.waggle.signal.connectivity;

import dev.waggle.signal.json.WireConstant;

/**
 * State of a signal. Transitions go one way:
 *
 * <pre>
 *   emitted -> active -> superseded | expired | resolved
 *        \------------------^
 * </pre>
 */
public enum SignalState implements WireConstant {
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

    /** True if no transition leads out of it. */
    public boolean isTerminal() {
        return this != EMITTED && this != ACTIVE;
    }
}
