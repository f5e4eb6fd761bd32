package dev.waggle.journal.file;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * How much of a journal is kept. Only whole sealed segments are taken away, the oldest first, so a journal may hold up to
 * one segment more than this; the segment that is being written is never taken away.
 *
 * @param maxBytes most bytes of all segments together; {@code null} for no bound
 * @param maxAge how long an entry is kept, by the time at which the log took it; {@code null} for ever
 */
public record Retention(@Nullable Long maxBytes, @Nullable Duration maxAge) {

    public Retention {
        if (maxBytes != null && maxBytes < 1) {
            throw new IllegalArgumentException("retention maxBytes must be at least 1, got " + maxBytes);
        }
        if (maxAge != null && !maxAge.isPositive()) {
            throw new IllegalArgumentException("retention maxAge must be positive, got " + maxAge);
        }
    }

    /** Everything is kept. */
    public static Retention forever() {
        return new Retention(null, null);
    }
}
