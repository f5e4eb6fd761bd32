package dev.waggle.signal.connectivity;

/**
 * How many signals of a thread may be open at once, and what happens to one too many.
 *
 * @param max at least 1
 * @param whenFull what then
 */
public record OpenSignalLimit(int max, OverflowPolicy whenFull) {

    /** Twice the million that the benches hold, about 700 MB: a thread with more has lost its coordinator. */
    public static final int DEFAULT_MAX = 2_000_000;

    public OpenSignalLimit {
        if (max < 1) {
            throw new IllegalArgumentException("the most open signals must be at least 1, got " + max);
        }
    }

    /** Refuses one too many of {@value #DEFAULT_MAX}. */
    public static OpenSignalLimit defaults() {
        return new OpenSignalLimit(DEFAULT_MAX, OverflowPolicy.REFUSE);
    }

    /** What a full thread does with one more signal. */
    public enum OverflowPolicy {
        /** It is refused with a {@link CapacityException}; nothing changes. */
        REFUSE,
        /**
         * The oldest of the least urgent open signals expires and is announced as such. Active conflicts, blockers,
         * escalations and what waits for its acknowledgement are never given up, and nothing is given up for something
         * less urgent; when nothing else is open, the new one is refused. One makes room for one: a thread that holds
         * more than a limit that was lowered before a restore stays that full until its signals are closed.
         */
        EXPIRE_OLDEST
    }
}
