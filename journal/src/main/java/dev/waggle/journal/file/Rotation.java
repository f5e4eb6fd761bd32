package dev.waggle.journal.file;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

import dev.waggle.signal.world.World;

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
    static final Duration SEAL_AGAIN_AFTER = Duration.ofMinutes(1);

    private final Path folder;
    private final JournalConfig config;
    private final World world;
    private final Disk disk;
    private final ActiveSegment active;
    private final Lookup lookup;
    private final Troubles troubles;
    private long first;
    private long sealAgainAt;
    private boolean sealFailed;

    /**
     * Begins.
     *
     * @param first the number with which the active segment begins
     */
    Rotation(Path folder, JournalConfig config, World world, Disk disk, ActiveSegment active, long first, Lookup lookup,
            Troubles troubles) {
        this.folder = folder;
        this.config = config;
        this.world = world;
        this.disk = disk;
        this.active = active;
        this.first = first;
        this.lookup = lookup;
        this.troubles = troubles;
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
        Segment sealed = Segment.sealed(folder, first);
        try {
            active.seal(sealed, troubles);
        } catch (ActiveSegment.BrokenException failed) {
            throw failed;
        } catch (IOException failed) {
            sealFailed = true;
            sealAgainAt = world.nanos() + SEAL_AGAIN_AFTER.toNanos();
            troubles.add("the segment could not be sealed as " + sealed.file() + " and goes on; next try in "
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
            if (!config.retention().apply(folder, world.now(), disk).isEmpty()) {
                lookup.changed();
            }
        } catch (IOException | RuntimeException failed) {
            lookup.changed();
            troubles.add("old segments could not be taken away; next try when the next one is sealed", failed);
        }
    }
}
