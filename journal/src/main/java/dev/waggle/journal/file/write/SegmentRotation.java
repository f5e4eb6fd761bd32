package dev.waggle.journal.file.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.RetentionPolicy;
import dev.waggle.journal.file.read.JournalIndex;
import dev.waggle.journal.file.read.SegmentIndexFile;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.segment.SegmentTail;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.JournalFolder;
import dev.waggle.signal.world.World;

/**
 * Sealing of full segments, and retention of the sealed ones. Owned by the leader of the {@link GroupCommit}.
 *
 * <pre>
 *   sealing fails            the journal goes on with the full segment and tries again a minute later
 *   deleting old ones        is tried again when the next one is sealed
 *     fails
 * </pre>
 */
final class SegmentRotation {

    /** Delay until the next attempt to seal a segment that could not be sealed. */
    private static final Duration SEAL_RETRY_DELAY = Duration.ofMinutes(1);

    private final JournalFolder folder;
    private final JournalConfig config;
    private final World world;
    private final ActiveSegment active;
    private final JournalIndex index;
    private long first;
    private long sealRetryAt;
    private boolean sealFailed;

    /**
     * Begins.
     *
     * @param first the number with which the active segment begins
     */
    SegmentRotation(JournalFolder folder, JournalConfig config, World world, ActiveSegment active, long first,
            JournalIndex index) {
        this.folder = folder;
        this.config = config;
        this.world = world;
        this.active = active;
        this.first = first;
        this.index = index;
    }

    /** The number with which the active segment begins. */
    long first() {
        return first;
    }

    /** Number of bytes that the active segment may still get. */
    long remainingBytes() {
        return sealFailed ? Long.MAX_VALUE : config.maxSegmentBytes() - active.length();
    }

    /**
     * Seals the active segment when the next entry is to begin a new one.
     *
     * @param next time at which the log records that entry
     * @param following its number
     * @return true if it was sealed
     * @throws ActiveSegment.BrokenException when the content of the disk is unknown
     */
    boolean sealIfDue(Instant next, long following) throws ActiveSegment.BrokenException {
        boolean isTooEarly = sealFailed && world.nanos() - sealRetryAt < 0;
        if (isTooEarly || !active.isFull(config.maxSegmentBytes(), config.maxSegmentAge(), next)) {
            return false;
        }
        SegmentFile sealed = SegmentFile.sealed(folder.path(), first);
        try {
            active.seal(sealed);
        } catch (ActiveSegment.BrokenException failed) {
            throw failed;
        } catch (IOException failed) {
            sealFailed = true;
            sealRetryAt = world.nanos() + SEAL_RETRY_DELAY.toNanos();
            folder.failures().add("the segment could not be sealed as " + sealed.path() + " and goes on; next try in "
                    + SEAL_RETRY_DELAY.toSeconds() + " s", failed);
            return false;
        }
        sealFailed = false;
        first = following;
        index.seal(sealed);
        deleteOld();
        return true;
    }

    /** Deletes the sealed segments beyond the retention. */
    void deleteOld() {
        try {
            if (!deleteSurplus(config.retention(), folder.path(), world.now(), folder.disk()).isEmpty()) {
                index.invalidate();
            }
        } catch (IOException | RuntimeException failed) {
            index.invalidate();
            folder.failures().add("old segments could not be deleted; next try when the next one is sealed", failed);
        }
    }

    /**
     * Deletes the surplus segments of a folder: each segment, then its index, the oldest first. So a crash at any point
     * leaves an unbroken journal, and at most an index without its segment.
     *
     * @return the deleted segments
     */
    static List<SegmentFile> deleteSurplus(RetentionPolicy retention, Path folder, Instant now, JournalDisk disk)
            throws IOException {
        if (retention.equals(RetentionPolicy.forever())) {
            return List.of();
        }
        List<SegmentFile> sealed = SegmentFile.list(folder);
        List<RetentionPolicy.SegmentSize> sizes = new ArrayList<>();
        for (SegmentFile segment : sealed) {
            Instant lastAt = retention.maxAge() == null ? now : SegmentTail.of(segment).lastAt();
            // Without a whole entry its age is unknown: it stays until the size limit.
            sizes.add(new RetentionPolicy.SegmentSize(Files.size(segment.path()),
                    lastAt.equals(Instant.MIN) ? now : lastAt));
        }
        Path active = folder.resolve(SegmentFile.ACTIVE);
        List<SegmentFile> removable = sealed.subList(0,
                retention.surplusCount(sizes, Files.exists(active) ? Files.size(active) : 0, now));
        for (SegmentFile segment : removable) {
            disk.delete(segment.path());
            disk.delete(SegmentIndexFile.of(segment));
        }
        if (!removable.isEmpty()) {
            disk.forceFolder(folder);
        }
        return removable;
    }
}
