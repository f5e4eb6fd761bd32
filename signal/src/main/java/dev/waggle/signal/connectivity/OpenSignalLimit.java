package dev.waggle.signal.connectivity;

import dev.waggle.signal.connectivity.ConnectivityException.CapacityException;

/**
 * Limit of open signals in a thread, and the policy when it is reached.
 *
 * @param max maximum number, at least 1
 * @param maxBytes maximum size in bytes, at least 1: two for each character, and a constant for each signal
 * @param whenFull the overflow policy
 */
public record OpenSignalLimit(int max, long maxBytes, OverflowPolicy whenFull) {

    /** Twice the million signals of the benchmarks, about 700 MB. A thread with more has no working coordinator. */
    public static final int DEFAULT_MAX = 2_000_000;

    /** 1 GiB, for long texts. */
    public static final long DEFAULT_MAX_BYTES = 1L << 30;

    public OpenSignalLimit {
        if (max < 1) {
            throw new IllegalArgumentException("the most open signals must be at least 1, got " + max);
        }
        if (maxBytes < 1) {
            throw new IllegalArgumentException("the most bytes of open signals must be at least 1, got " + maxBytes);
        }
    }

    /** Limit of that many signals, and of {@value #DEFAULT_MAX_BYTES} bytes. */
    public OpenSignalLimit(int max, OverflowPolicy whenFull) {
        this(max, DEFAULT_MAX_BYTES, whenFull);
    }

    /** Limit of {@value #DEFAULT_MAX} signals and {@value #DEFAULT_MAX_BYTES} bytes that refuses one more. */
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
         * less urgent signal. When nothing else is open, or one makes too little room, the new one is refused. Only one expires per new one. If the
         * limit was lowered before a restore, a fuller thread stays full until its signals are closed.
         */
        EXPIRE_OLDEST
    }
}
