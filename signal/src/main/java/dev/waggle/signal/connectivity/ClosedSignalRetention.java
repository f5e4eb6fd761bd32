package dev.waggle.signal.connectivity;

import dev.waggle.signal.connectivity.ConnectivityException.SignalNotFoundException;

/**
 * Limits of the closed signals that a thread retains. When one is exceeded, the thread forgets those that were closed
 * first. Open signals are never forgotten, and a log keeps all of them.
 *
 * <p>A forgotten signal is not found: queries omit it, {@link ConnectivityLayer#get} is empty, and operations on its id
 * end with a {@link SignalNotFoundException}. The counters of the thread still count it. Its id counts as unused, which
 * matters only for a {@code World} that repeats ids. The heap holds up to a third more than what is retained, because the
 * places of forgotten signals are freed many at a time.
 *
 * @param maxCount maximum number of closed signals of a thread; at least 0
 * @param maxBytes their maximum size in bytes, at least 0: two for each character, and a constant for each signal
 */
public record ClosedSignalRetention(int maxCount, long maxBytes) {

    /** Enough for the queries of a coordinator; about 35 MB with short texts. */
    public static final int DEFAULT_MAX_COUNT = 100_000;

    /** 64 MiB, for long texts. */
    public static final long DEFAULT_MAX_BYTES = 64L << 20;

    public ClosedSignalRetention {
        if (maxCount < 0) {
            throw new IllegalArgumentException("the most closed signals must be at least 0, got " + maxCount);
        }
        if (maxBytes < 0) {
            throw new IllegalArgumentException("the most bytes of closed signals must be at least 0, got " + maxBytes);
        }
    }

    /** The last {@value #DEFAULT_MAX_COUNT} closed signals, up to {@value #DEFAULT_MAX_BYTES} bytes. */
    public static ClosedSignalRetention defaults() {
        return new ClosedSignalRetention(DEFAULT_MAX_COUNT, DEFAULT_MAX_BYTES);
    }

    /** No limit: a thread retains every signal until it is closed. */
    public static ClosedSignalRetention all() {
        return new ClosedSignalRetention(Integer.MAX_VALUE, Long.MAX_VALUE);
    }
}
