package dev.waggle.journal.file.write;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Deque;
import java.util.List;

import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.read.SparseLookup;
import dev.waggle.journal.file.recovery.Recovering;
import dev.waggle.journal.file.storage.Failure;
import dev.waggle.journal.file.storage.JournalFolder;

/**
 * Writes batches of tickets as lines. Owned by the leader of the {@link Commits}; what others may read is volatile.
 *
 * <pre>
 *   write fails             cut back: nothing of the batch is in the log, the journal goes on
 *   cutting back fails too  broken: the batch may or may not be in the log
 *   sync fails              broken: the same, for afterwards nobody knows what the disk has
 * </pre>
 */
public final class SegmentWriter implements Commits.Writer {

    /** How often a foreign hand is looked for when nothing is synced; looking costs half a write. */
    private static final int BATCHES_PER_LOOK = 64;

    private final JournalFolder folder;
    private final Durability durability;
    private final ActiveSegment active;
    private final Rotation rotation;
    private final SparseLookup lookup;
    private final Followers followers;
    private final @Nullable Syncer syncer;
    private final LineBuffer lines = new LineBuffer();
    private Instant lastAt;
    private long batches;
    private volatile long lastSequence;
    private volatile boolean isClosed;
    /** Why nothing more can be taken, once that is so. */
    private volatile @Nullable IOException broken;

    public SegmentWriter(JournalFolder folder, JournalConfig config, World world, Recovering.Ready ready, SparseLookup lookup,
            Followers followers) {
        this.folder = folder;
        this.durability = config.durability();
        this.active = new ActiveSegment(folder, ready.tape(), ready.length(), ready.scan().firstAt(), durability);
        this.rotation = new Rotation(folder, config, world, active, ready.scan().first(), lookup);
        this.lookup = lookup;
        this.followers = followers;
        this.lastSequence = ready.scan().last();
        this.lastAt = ready.scan().lastAt();
        rotation.dropOld();
        this.syncer = durability instanceof Durability.Every(Duration span)
                ? Syncer.start(active, span, world, this::breakBySync)
                : null;
    }

    @Override
    public List<Ticket> write(Deque<Ticket> waiting) {
        Batch batch = new Batch(lines);
        try {
            Exception reason = whyNot(waiting.getFirst().recordedAt);
            if (reason == null) {
                batch.fill(waiting, rotation.room(), lastSequence, lastAt);
                commit(batch);
            } else {
                batch.takeAll(waiting);
                batch.refuse(Ticket.Fate.NOT_APPENDED, reason);
            }
        } catch (RuntimeException | Error failed) {
            broken = new IOException("an earlier write failed: " + failed + "\nMaybe open the journal again.", failed);
            batch.refuse(Ticket.Fate.UNKNOWN, broken);
        }
        return batch.tickets();
    }

    /** The number of the last entry; 0 when there is none. */
    public long lastSequence() {
        return lastSequence;
    }

    /** How many syncs have succeeded: the work done. */
    public long syncs() {
        return active.syncs();
    }

    /** Returns when the disk has what was appended, unless nothing is ever to be synced. */
    public void sync() {
        if (syncer == null) {
            return;
        }
        IOException reason = broken;
        if (reason != null) {
            throw Failure.of(folder.path(), "the last entries may not be on the disk: ", reason);
        }
        try {
            active.forceWritten();
        } catch (IOException failed) {
            breakBySync(failed);
            throw Failure.of(folder.path(), "the last entries may not be on the disk: ", failed);
        } catch (RuntimeException | Error failed) {
            breakBySync(failed);
            throw failed;
        }
    }

    /** Ends writing. */
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        if (syncer != null) {
            syncer.stop();
        }
        try {
            if (broken == null && !(durability instanceof Durability.Never)) {
                active.force();
            }
        } catch (IOException failed) {
            throw Failure.of(folder.path(), "closing it failed, and the last entries may not be on the disk: ", failed);
        } finally {
            try {
                active.close();
            } catch (IOException failed) {
                folder.troubles().add("the file of the last segment could not be closed", failed);
            }
        }
    }

    /** Why nothing can be taken; {@code null} when the active segment is ready for an entry of that time. */
    private @Nullable Exception whyNot(Instant next) {
        if (isClosed) {
            return new IllegalStateException("the journal is closed");
        }
        if (broken != null) {
            return broken;
        }
        try {
            rotation.sealIfDue(next, lastSequence + 1);
            if (isSyncedEach() || batches++ % BATCHES_PER_LOOK == 0) {
                active.requireOwnLength();
            }
            return null;
        } catch (IOException failed) {
            broken = failed;
            return failed;
        }
    }

    private void commit(Batch batch) {
        List<LogEntry> entries = batch.entries();
        if (entries.isEmpty() || !isWritten(batch) || !isSynced(batch)) {
            return;
        }
        note(entries);
        LogEntry last = entries.getLast();
        lastAt = last.recordedAt();
        lastSequence = last.sequence();
        if (!followers.isEmpty()) {
            followers.tell(List.copyOf(entries));
        }
        batch.succeed();
    }

    private void note(List<LogEntry> entries) {
        long offset = active.length();
        active.accept(lines.length(), entries.getFirst().recordedAt());
        for (int i = 0; i < entries.size(); i++) {
            int length = lines.length(i);
            lookup.appended(entries.get(i), offset, length);
            offset += length;
        }
    }

    private boolean isWritten(Batch batch) {
        try {
            active.append(lines.bytes(), lines.length());
            return true;
        } catch (IOException failed) {
            takeBack(batch, failed);
            return false;
        }
    }

    private void takeBack(Batch batch, IOException failed) {
        try {
            active.cutBack();
            if (isSyncedEach()) {
                active.force();
            }
            batch.refuse(Ticket.Fate.NOT_APPENDED, failed);
        } catch (IOException alsoFailed) {
            failed.addSuppressed(alsoFailed);
            broken = new IOException("an earlier write failed and could not be taken back (" + alsoFailed.getMessage()
                    + ")\nMaybe the disk is full or gone; open the journal again when it is back.", failed);
            batch.refuse(Ticket.Fate.UNKNOWN, failed);
        }
    }

    private boolean isSynced(Batch batch) {
        if (syncer != null) {
            syncer.wrote();
        }
        if (!isSyncedEach()) {
            return true;
        }
        try {
            active.force();
            return true;
        } catch (IOException failed) {
            breakBySync(failed);
            try {
                active.cutBack();
            } catch (IOException alsoFailed) {
                failed.addSuppressed(alsoFailed);
            }
            batch.refuse(Ticket.Fate.UNKNOWN, failed);
            return false;
        }
    }

    private void breakBySync(Throwable failed) {
        if (broken != null) {
            return;
        }
        broken = new IOException("an earlier sync failed (" + failed.getMessage()
                + "), so nobody knows which of the last entries the disk has"
                + "\nMaybe the disk is gone; open the journal again when it is back.", failed);
    }

    private boolean isSyncedEach() {
        return durability instanceof Durability.EveryAppend;
    }
}
