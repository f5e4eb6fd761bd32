package dev.waggle.journal.file;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * How much of a journal is kept. Only whole sealed segments are taken away, the oldest first, so a journal may hold up to
 * one segment more than this; neither the segment that is being written nor the last sealed one is ever taken away.
 *
 * @param maxBytes most bytes of all segments together; {@code null} for no bound
 * @param maxAge how long an entry is kept, by the time at which the log took it; {@code null} for ever
 */
public record RetentionPolicy(@Nullable Long maxBytes, @Nullable Duration maxAge) {

    public RetentionPolicy {
        if (maxBytes != null && maxBytes < 1) {
            throw new IllegalArgumentException("retention maxBytes must be at least 1, got " + maxBytes);
        }
        if (maxAge != null && !maxAge.isPositive()) {
            throw new IllegalArgumentException("retention maxAge must be positive, got " + maxAge);
        }
    }

    /** Everything is kept. */
    public static RetentionPolicy forever() {
        return new RetentionPolicy(null, null);
    }

    /**
     * What has to be known of a sealed segment.
     *
     * @param bytes how long it is, at least 0
     * @param lastAt when the log took its last entry
     */
    public record SegmentSize(long bytes, Instant lastAt) {}

    /**
     * How many of the sealed segments go, from the oldest on: those that are too many bytes, and those of which every
     * entry is too old. A segment stays when an older one does, and the last one always: it alone says which number comes
     * next when the one that is being written is empty or lost.
     *
     * @param sealed the sealed segments, the oldest first
     * @param activeBytes of the segment that is being written; it counts, but never goes
     */
    public int surplusCount(List<SegmentSize> sealed, long activeBytes, Instant now) {
        long bytes = activeBytes;
        for (SegmentSize size : sealed) {
            bytes += size.bytes();
        }
        int gone = 0;
        for (SegmentSize oldest : sealed.subList(0, Math.max(0, sealed.size() - 1))) {
            boolean isTooMuch = maxBytes != null && bytes > maxBytes;
            boolean isTooOld = maxAge != null && Duration.between(oldest.lastAt(), now).compareTo(maxAge) > 0;
            if (!isTooMuch && !isTooOld) {
                return gone;
            }
            bytes -= oldest.bytes();
            gone++;
        }
        return gone;
    }
}
