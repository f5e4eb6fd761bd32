package dev.waggle.signal.connectivity;

import dev.waggle.signal.connectivity.ConnectivityException.CapacityException;

/**
 * Limit of open signals in a thread, and the policy when it is reached.
 *
 * @param max at least 1
 * @param whenFull the overflow policy
 */
public record OpenSignalLimit(int max, OverflowPolicy whenFull) {

    /** Twice the million signals of the benchmarks, about 700 MB. A thread with more has no working coordinator. */
    public static final int DEFAULT_MAX = 2_000_000;

    public OpenSignalLimit {
        if (max < 1) {
            throw new IllegalArgumentException("the most open signals must be at least 1, got " + max);
        }
    }

    /** Limit of {@value #DEFAULT_MAX} that refuses one more. */
    public static OpenSignalLimit defaults() {
        return new OpenSignalLimit(DEFAULT_MAX, OverflowPolicy.REFUSE);
    }

    /** Policy of a full thread for one more signal. */
    public enum OverflowPolicy {
        /** It is refused with a {@link CapacityException}; nothing changes. */
        REFUSE,
        /**
         * The oldest open signal of the lowest priority expires and is announced as such. Active conflicts, blockers,
         * escalations and signals that wait for their acknowledgement never expire this way. Nothing expires for a
         * less urgent signal. When nothing else is open, the new one is refused. Only one expires per new one. If the
         * limit was lowered before a restore, a fuller thread stays full until its signals are closed.
         */
        EXPIRE_OLDEST
    }
}
