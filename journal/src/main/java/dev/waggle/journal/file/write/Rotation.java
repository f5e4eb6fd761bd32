package dev.waggle.journal.file.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.world.World;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.Retention;
import dev.waggle.journal.file.read.IndexFile;
import dev.waggle.journal.file.read.SparseLookup;
import dev.waggle.journal.file.segment.SealedTail;
import dev.waggle.journal.file.segment.Segment;
import dev.waggle.journal.file.storage.Disk;
import dev.waggle.journal.file.storage.JournalFolder;

/**
 * When a full segment is sealed, and what is kept of the sealed ones. Owned by the leader of the {@link Commits}.
 *
 * <pre>
 *   sealing fails            the journal goes on with the full segment and tries again a minute later
 *   taking old ones away     is tried again when the next one is sealed
 *     fails
 * </pre>
 */
final class Rotation {

    /** How long a segment that could not be sealed is left alone. */
    private static final Duration SEAL_AGAIN_AFTER = Duration.ofMinutes(1);

    private final JournalFolder folder;
    private final JournalConfig config;
    private final World world;
    private final ActiveSegment active;
    private final SparseLookup lookup;
    private long first;
    private long sealAgainAt;
    private boolean sealFailed;

    /**
     * Begins.
     *
     * @param first the number with which the active segment begins
     */
    Rotation(JournalFolder folder, JournalConfig config, World world, ActiveSegment active, long first,
            SparseLookup lookup) {
        this.folder = folder;
        this.config = config;
        this.world = world;
        this.active = active;
        this.first = first;
        this.lookup = lookup;
    }

    /** How many bytes the active segment may still have. */
    long room() {
        return sealFailed ? Long.MAX_VALUE : config.maxSegmentBytes() - active.length();
    }

    /**
     * Seals the active segment when the next entry is to begin a new one.
     *
     * @param next when the log takes that entry
     * @param following its number
     * @throws ActiveSegment.BrokenException when nobody knows what the disk has
     */
    void sealIfDue(Instant next, long following) throws ActiveSegment.BrokenException {
        boolean isTooEarly = sealFailed && world.nanos() - sealAgainAt < 0;
        if (isTooEarly || !active.isFull(config.maxSegmentBytes(), config.maxSegmentAge(), next)) {
            return;
        }
        Segment sealed = Segment.sealed(folder.path(), first);
        try {
            active.seal(sealed);
        } catch (ActiveSegment.BrokenException failed) {
            throw failed;
        } catch (IOException failed) {
            sealFailed = true;
            sealAgainAt = world.nanos() + SEAL_AGAIN_AFTER.toNanos();
            folder.troubles().add("the segment could not be sealed as " + sealed.file() + " and goes on; next try in "
                    + SEAL_AGAIN_AFTER.toSeconds() + " s", failed);
            return;
        }
        sealFailed = false;
        first = following;
        lookup.sealed(sealed);
        dropOld();
    }

    /** Takes away the sealed segments that need not be kept. */
    void dropOld() {
        try {
            if (!deleteSurplus(config.retention(), folder.path(), world.now(), folder.disk()).isEmpty()) {
                lookup.changed();
            }
        } catch (IOException | RuntimeException failed) {
            lookup.changed();
            folder.troubles().add("old segments could not be taken away; next try when the next one is sealed", failed);
        }
    }

    /**
     * Deletes the surplus segments of a folder: each segment, then its index, the oldest first, so that a crash at any point
     * leaves an unbroken journal and at most an index of nothing.
     *
     * @return what was taken away
     */
    static List<Segment> deleteSurplus(Retention retention, Path folder, Instant now, Disk disk) throws IOException {
        if (retention.equals(Retention.forever())) {
            return List.of();
        }
        List<Segment> sealed = Segment.in(folder);
        List<Retention.Size> sizes = new ArrayList<>();
        for (Segment segment : sealed) {
            Instant lastAt = retention.maxAge() == null ? now : SealedTail.of(segment).lastAt();
            // Without a whole entry nothing says how old it is: it stays until it is too much.
            sizes.add(new Retention.Size(Files.size(segment.file()), lastAt.equals(Instant.MIN) ? now : lastAt));
        }
        Path active = folder.resolve(Segment.ACTIVE);
        List<Segment> gone = sealed.subList(0,
                retention.surplus(sizes, Files.exists(active) ? Files.size(active) : 0, now));
        for (Segment segment : gone) {
            disk.delete(segment.file());
            disk.delete(IndexFile.of(segment));
        }
        if (!gone.isEmpty()) {
            disk.forceNames(folder);
        }
        return gone;
    }
}
