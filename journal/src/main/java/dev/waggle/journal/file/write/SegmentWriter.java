package dev.waggle.journal.file.write;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Deque;
import java.util.List;

import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.read.JournalIndex;
import dev.waggle.journal.file.recovery.HighWaterMark;
import dev.waggle.journal.file.recovery.JournalRecovery;
import dev.waggle.journal.file.storage.FileErrors;
import dev.waggle.journal.file.storage.JournalFolder;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Writes batches of appends as lines. Owned by the leader of the {@link GroupCommit}; fields for others are volatile.
 *
 * <pre>
 *   write fails             cut back: nothing of the batch is in the log, the journal goes on
 *   cutting back fails too  broken: the batch may or may not be in the log
 *   sync fails              broken: the same, because the content of the disk is unknown
 * </pre>
 */
public final class SegmentWriter implements GroupCommit.BatchWriter {

    /** Number of batches between checks for a foreign change when nothing is synced; a check costs half a write. */
    private static final int BATCHES_PER_LOOK = 64;

    private final JournalFolder folder;
    private final Durability durability;
    private final ActiveSegment active;
    private final SegmentRotation rotation;
    private final JournalIndex index;
    private final FollowerNotifier followers;
    private final @Nullable SyncThread syncer;
    private final HighWaterMark opened;
    private final LineBuffer lines = new LineBuffer();
    private Instant lastAt;
    private long batches;
    private volatile long lastSequence;
    private volatile boolean isClosed;
    /** Reason why nothing more can be accepted, if there is one. */
    private volatile @Nullable IOException broken;

    public SegmentWriter(JournalFolder folder, JournalConfig config, World world,
            JournalRecovery.RecoveredSegment ready, JournalIndex index,
            FollowerNotifier followers) {
        this.folder = folder;
        this.durability = config.durability();
        this.active = new ActiveSegment(folder, ready.file(), ready.length(), ready.scan().firstAt(), durability);
        this.rotation = new SegmentRotation(folder, config, world, active, ready.scan().first(), index);
        this.index = index;
        this.followers = followers;
        this.opened = ready.mark();
        this.lastSequence = ready.scan().last();
        this.lastAt = ready.scan().lastAt();
        rotation.deleteOld();
        this.syncer = durability instanceof Durability.Every(Duration span)
                ? SyncThread.start(active, span, world, this::breakAfterSync)
                : null;
    }

    @Override
    public List<PendingAppend> write(Deque<PendingAppend> waiting) {
        AppendBatch batch = new AppendBatch(lines);
        try {
            Exception reason = refusal(waiting.getFirst().recordedAt);
            if (reason == null) {
                batch.fill(waiting, rotation.remainingBytes(), lastSequence, lastAt);
                commit(batch);
            } else {
                batch.drain(waiting);
                batch.fail(PendingAppend.Outcome.NOT_APPENDED, reason);
            }
        } catch (RuntimeException | Error failed) {
            broken = new IOException("an earlier write failed: " + failed + "\nMaybe open the journal again.", failed);
            batch.fail(PendingAppend.Outcome.UNKNOWN, broken);
        }
        return batch.appends();
    }

    /** The number of the last entry; 0 when there is none. */
    public long lastSequence() {
        return lastSequence;
    }

    /** Number of syncs that have succeeded, as a measure of work. */
    public long syncs() {
        return active.syncs();
    }

    /** Returns when the disk has every append, unless the durability never syncs. */
    public void sync() {
        if (syncer == null) {
            return;
        }
        IOException reason = broken;
        if (reason != null) {
            throw FileErrors.of(folder.path(), "the last entries may not be on the disk: ", reason);
        }
        try {
            active.forceWritten();
        } catch (IOException failed) {
            breakAfterSync(failed);
            throw FileErrors.of(folder.path(), "the last entries may not be on the disk: ", failed);
        } catch (RuntimeException | Error failed) {
            breakAfterSync(failed);
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
            if (broken == null) {
                writeMark(false);
            }
        } catch (IOException failed) {
            throw FileErrors.of(folder.path(), "closing it failed, and the last entries may not be on the disk: ",
                    failed);
        } finally {
            try {
                active.close();
            } catch (IOException failed) {
                folder.failures().add("the file of the last segment could not be closed", failed);
            }
        }
    }

    /** Reason why nothing can be accepted; {@code null} when the active segment is ready for an entry of that time. */
    private @Nullable Exception refusal(Instant next) {
        if (isClosed) {
            return new IllegalStateException("the journal is closed");
        }
        if (broken != null) {
            return broken;
        }
        try {
            if (rotation.sealIfDue(next, lastSequence + 1)) {
                writeMark(true);
            }
            if (isSyncedEach() || batches++ % BATCHES_PER_LOOK == 0) {
                active.requireUnchanged();
            }
            return null;
        } catch (IOException failed) {
            broken = failed;
            return failed;
        }
    }

    /** The entries that it names are on the disk by now, and it is written behind the name of a sealed segment. */
    private void writeMark(boolean isOpen) {
        try {
            new HighWaterMark(lastSequence, rotation.first(), isOpen, opened.missing()).write(folder,
                    !(durability instanceof Durability.Never));
        } catch (IOException failed) {
            folder.failures().add("the high-water mark was not written", failed);
        }
    }

    private void commit(AppendBatch batch) {
        List<LogEntry> entries = batch.entries();
        if (entries.isEmpty() || !isWritten(batch) || !isSynced(batch)) {
            return;
        }
        indexEntries(entries);
        LogEntry last = entries.getLast();
        lastAt = last.recordedAt();
        lastSequence = last.sequence();
        if (!followers.isEmpty()) {
            followers.publish(List.copyOf(entries));
        }
        batch.succeed();
    }

    private void indexEntries(List<LogEntry> entries) {
        long offset = active.length();
        active.accept(lines.length(), entries.getFirst().recordedAt());
        for (int i = 0; i < entries.size(); i++) {
            int length = lines.length(i);
            index.add(entries.get(i), offset, length);
            offset += length;
        }
    }

    private boolean isWritten(AppendBatch batch) {
        try {
            active.append(lines.bytes(), lines.length());
            return true;
        } catch (IOException failed) {
            rollBack(batch, failed);
            return false;
        }
    }

    private void rollBack(AppendBatch batch, IOException failed) {
        try {
            active.truncateToAccepted();
            if (isSyncedEach()) {
                active.force();
            }
            batch.fail(PendingAppend.Outcome.NOT_APPENDED, failed);
        } catch (IOException alsoFailed) {
            failed.addSuppressed(alsoFailed);
            broken = new IOException("an earlier write failed and could not be taken back (" + alsoFailed.getMessage()
                    + ")\nMaybe the disk is full or gone; open the journal again when it is back.", failed);
            batch.fail(PendingAppend.Outcome.UNKNOWN, failed);
        }
    }

    private boolean isSynced(AppendBatch batch) {
        if (syncer != null) {
            syncer.markDirty();
        }
        if (!isSyncedEach()) {
            return true;
        }
        try {
            active.force();
            return true;
        } catch (IOException failed) {
            breakAfterSync(failed);
            try {
                active.truncateToAccepted();
            } catch (IOException alsoFailed) {
                failed.addSuppressed(alsoFailed);
            }
            batch.fail(PendingAppend.Outcome.UNKNOWN, failed);
            return false;
        }
    }

    private void breakAfterSync(Throwable failed) {
        if (broken != null) {
            return;
        }
        broken = new IOException("an earlier sync failed (" + failed.getMessage()
                + "), so it is unknown which of the last entries are on the disk"
                + "\nMaybe the disk is gone; open the journal again when it is back.", failed);
    }

    private boolean isSyncedEach() {
        return durability instanceof Durability.EveryAppend;
    }
}
