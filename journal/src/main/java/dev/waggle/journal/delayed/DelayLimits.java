package dev.waggle.journal.delayed;

/**
 * Bounds of the schedule of delayed signals, which is held in memory.
 *
 * @param maxSignals maximum number of signals that wait
 * @param maxBytes maximum size of all of them, in bytes of their lines
 */
public record DelayLimits(int maxSignals, long maxBytes) {

    /** Reminders of many agents; a schedule of that size is read in a second. */
    public static final int DEFAULT_MAX_SIGNALS = 100_000;

    /** A kilobyte for each on average; in memory they need a few times as much. */
    public static final long DEFAULT_MAX_BYTES = 100L * 1024 * 1024;

    public DelayLimits {
        if (maxSignals < 0 || maxBytes < 0) {
            throw new IllegalArgumentException(
                    "maxSignals and maxBytes must be at least 0, got " + maxSignals + " and " + maxBytes);
        }
    }

    public static DelayLimits defaults() {
        return new DelayLimits(DEFAULT_MAX_SIGNALS, DEFAULT_MAX_BYTES);
    }

    public DelayLimits withMaxSignals(int newMaxSignals) {
        return new DelayLimits(newMaxSignals, maxBytes);
    }

    public DelayLimits withMaxBytes(long newMaxBytes) {
        return new DelayLimits(maxSignals, newMaxBytes);
    }
}
