package dev.waggle.journal.file;

import java.time.Duration;

import dev.waggle.signal.log.Durability;

/**
 * Configuration of a journal on disk.
 *
 * @param durability state of an entry on disk when its append returns
 * @param maxSegmentBytes when the segment that is being written has reached this size, the next entry begins a new one
 * @param maxSegmentAge when the first entry of the segment that is being written was taken longer ago than this, the
 *        next entry begins a new one
 * @param retention bounds of the journal's size and age; applied when a segment is sealed and when the journal is
 *        opened
 * @param lockWait maximum wait of an opening for the end of another writer; zero refuses at once
 */
public record JournalConfig(Durability durability, long maxSegmentBytes, Duration maxSegmentAge,
        RetentionPolicy retention,
        Duration lockWait) {

    /** Small enough to open in an editor's pager, large enough that few files make a long log. */
    public static final long DEFAULT_SEGMENT_BYTES = 64L * 1024 * 1024;

    /** A day, because people search logs by day. */
    public static final Duration DEFAULT_SEGMENT_AGE = Duration.ofDays(1);

    /** Default maximum loss by a power failure; a sync of every append costs as much as hundreds of appends. */
    public static final Duration DEFAULT_SYNC_SPAN = Duration.ofMillis(100);

    public JournalConfig {
        if (durability instanceof Durability.Memory) {
            throw new IllegalArgumentException("a file journal cannot be kept in memory\nMaybe new MemoryJournal().");
        }
        if (maxSegmentBytes < 1) {
            throw new IllegalArgumentException("maxSegmentBytes must be at least 1, got " + maxSegmentBytes);
        }
        if (!maxSegmentAge.isPositive()) {
            throw new IllegalArgumentException("maxSegmentAge must be positive, got " + maxSegmentAge);
        }
        if (lockWait.isNegative()) {
            throw new IllegalArgumentException("lockWait must not be negative, got " + lockWait);
        }
    }

    /** Synced every 100 ms, segments of 64 MiB or a day, no retention bounds, no waiting for another writer. */
    public static JournalConfig defaults() {
        return new JournalConfig(Durability.every(DEFAULT_SYNC_SPAN), DEFAULT_SEGMENT_BYTES, DEFAULT_SEGMENT_AGE,
                RetentionPolicy.forever(), Duration.ZERO);
    }

    public JournalConfig withDurability(Durability newDurability) {
        return new JournalConfig(newDurability, maxSegmentBytes, maxSegmentAge, retention, lockWait);
    }

    public JournalConfig withMaxSegmentBytes(long newMaxSegmentBytes) {
        return new JournalConfig(durability, newMaxSegmentBytes, maxSegmentAge, retention, lockWait);
    }

    public JournalConfig withMaxSegmentAge(Duration newMaxSegmentAge) {
        return new JournalConfig(durability, maxSegmentBytes, newMaxSegmentAge, retention, lockWait);
    }

    public JournalConfig withRetention(RetentionPolicy newRetention) {
        return new JournalConfig(durability, maxSegmentBytes, maxSegmentAge, newRetention, lockWait);
    }

    public JournalConfig withLockWait(Duration newLockWait) {
        return new JournalConfig(durability, maxSegmentBytes, maxSegmentAge, retention, newLockWait);
    }
}
