package dev.waggle.journal.file;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Bounds of a journal's size and age. Only whole sealed segments are deleted, the oldest first, so a journal may
 * exceed the bounds by up to one segment. Neither the active segment nor the last sealed one is ever deleted.
 *
 * @param maxBytes maximum bytes of all segments together; {@code null} for no bound
 * @param maxAge maximum age of an entry, by the time at which the log recorded it; {@code null} for no limit
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

    /** No bounds: every segment is retained. */
    public static RetentionPolicy forever() {
        return new RetentionPolicy(null, null);
    }

    /**
     * Size and age of a sealed segment.
     *
     * @param bytes its length, at least 0
     * @param lastAt when the log recorded its last entry
     */
    public record SegmentSize(long bytes, Instant lastAt) {}

    /**
     * Number of sealed segments to delete, from the oldest on. They are the segments beyond the maximum bytes, and
     * segments with only entries that are too old. A segment stays when an older one does. The last one always stays,
     * because only it holds the next number when the active segment is empty or lost.
     *
     * @param sealed the sealed segments, the oldest first
     * @param activeBytes of the segment that is being written; it counts, but is never deleted
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
