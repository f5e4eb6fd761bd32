package dev.waggle.journal.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

import dev.waggle.journal.LineCodec;
import dev.waggle.journal.file.read.JournalIndex;
import dev.waggle.journal.file.recovery.JournalLocation;
import dev.waggle.journal.file.recovery.JournalRecovery;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.storage.BackgroundFailures;
import dev.waggle.journal.file.storage.FileErrors;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.JournalFolder;
import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.journal.file.write.FollowerNotifier;
import dev.waggle.journal.file.write.GroupCommit;
import dev.waggle.journal.file.write.SegmentWriter;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.RunClaimRegistry;
import dev.waggle.signal.world.World;

/**
 * A journal in a folder of append-only files of JSON lines.
 *
 * <pre>
 *   folder/events.jsonl                        the segment that is being written
 *   folder/events-00000000000000000001.jsonl   sealed segments, named by the number of their first entry
 *   folder/events.jsonl.torn-1                 the partial line that a crash left
 *   folder/events.mark                         the highest number, so that deleted newest lines are noticed
 *   folder/.lock                               the writer lock
 *
 *   open   -> lock -> keep every whole line, cut a torn end, name what is damaged -> continue the sequence
 *   append -> encode -> written together with the waiting appends -> as durable as configured -> followers notified
 *   full   -> the segment gets its sealed name, an empty one takes its place, those beyond the retention are deleted
 * </pre>
 *
 * <p>A line ends with its checksum and its line end; without them it does not count. Many threads may use one
 * journal; interrupting one of them harms neither its entry nor the file, and it stays interrupted.
 *
 * <p>Time never steps back in the log. An entry with a {@code recordedAt} before the last entry's gets the time of
 * the last entry, so that a search by time works. The time in the signal itself stays.
 */
public final class FileJournal implements SearchableJournal {

    private final Path active;
    private final Durability durability;
    private final WriterLock lock;
    private final RecoveryReport recovery;
    private final JournalIndex index;
    private final BackgroundFailures backgroundFailures;
    private final FollowerNotifier followers;
    private final SegmentWriter writer;
    private final GroupCommit commits;
    private final RunClaimRegistry claims = new RunClaimRegistry();

    private FileJournal(JournalFolder folder, JournalConfig config, World world, WriterLock lock) throws IOException {
        this.active = folder.path().resolve(SegmentFile.ACTIVE);
        this.durability = config.durability();
        this.lock = lock;
        this.backgroundFailures = folder.failures();
        this.followers = new FollowerNotifier(backgroundFailures);
        this.index = new JournalIndex(folder);
        JournalRecovery.RecoveredSegment ready = new JournalRecovery(folder, config).run(index);
        this.recovery = ready.recovery();
        this.writer = new SegmentWriter(folder, config, world, ready, index, followers);
        this.commits = new GroupCommit(writer);
    }

    /**
     * Opens or creates a journal with {@link JournalConfig#defaults()}, in the real world.
     *
     * @see #open(Path, JournalConfig, World)
     */
    public static FileJournal open(Path folder) {
        return open(folder, JournalConfig.defaults(), World.system());
    }

    /**
     * Opens a journal and continues behind its last entry; creates it, and its folder, when there is none.
     *
     * @throws BadJournalException when the folder holds something else under the name of a journal; then nothing was
     *         changed
     * @throws UncheckedIOException when it cannot be read and written, or another process is writing it
     */
    public static FileJournal open(Path folder, JournalConfig config, World world) {
        return open(folder, config, world, JournalDisk.real());
    }

    static FileJournal open(Path folder, JournalConfig config, World world, JournalDisk disk) {
        try {
            Path place = JournalLocation.of(folder, disk, !(config.durability() instanceof Durability.Never));
            WriterLock lock = WriterLock.acquire(place, config.lockWait(), world);
            try {
                BackgroundFailures troubles = new BackgroundFailures(
                        () -> System.getLogger(FileJournal.class.getName()));
                return new FileJournal(new JournalFolder(place, disk, troubles), config, world, lock);
            } catch (IOException | RuntimeException | Error failed) {
                release(lock, failed);
                throw failed;
            }
        } catch (IOException failed) {
            throw FileErrors.of(folder, "", failed);
        }
    }

    /** Findings, and repairs if any, of the opening of this journal. */
    public RecoveryReport recovery() {
        return recovery;
    }

    /** Durability of an entry when its append returns. */
    @Override
    public Durability durability() {
        return durability;
    }

    /**
     * Adds a signal at the end.
     *
     * @param recordedAt time of recording; the entry has this time, or the time of the entry before it if that is later
     * @throws IllegalStateException when the journal is closed, or the caller is a follower that is just being notified
     * @throws IllegalArgumentException when the line would be longer than {@link LineCodec#MAX_LINE}
     * @throws UncheckedIOException when the entry could not be written; then nothing of it is in the file, unless the
     *        message states that it may be. That is after a failed sync, or when a write could not be undone. From
     *        then on the journal accepts nothing until it is opened again
     */
    @Override
    public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
        return commits.append(signal, emission, recordedAt).result(active);
    }

    /** At most so many entries in order; works on a closed journal too, for as long as its files are there. */
    @Override
    public List<LogEntry> read(long fromSequence, int limit) {
        if (fromSequence < 1 || limit < 0) {
            throw new IllegalArgumentException(
                    "read needs fromSequence >= 1 and limit >= 0, got " + fromSequence + " and " + limit);
        }
        return index.select(JournalQuery.fromSequence(fromSequence).withFirst(limit));
    }

    @Override
    public List<LogEntry> entriesOf(String run) {
        return index.select(JournalQuery.ALL.ofRun(run));
    }

    @Override
    public Claim claim(String run) {
        return claims.claim(run);
    }

    @Override
    public List<LogEntry> select(JournalQuery query) {
        return index.select(query);
    }

    /**
     * Calls the follower for every entry that is appended from now on, in order. An entry is as durable as promised
     * by then, and its append has not returned. The calls run on the appending threads, one at a time. The follower
     * must return quickly, because all appends wait for it; it must not append here. Its exceptions go to {@link
     * #backgroundFailures()} and harm no entry.
     *
     * @return ends it
     */
    public Closeable follow(Consumer<List<LogEntry>> follower) {
        return followers.add(follower);
    }

    /** The segments, the oldest first; the last one is being written. Reads no entry. */
    public List<JournalSegment> segments() {
        return index.segments();
    }

    /** The number of the last entry; 0 for an empty journal. */
    public long lastSequence() {
        return writer.lastSequence();
    }

    /** Failures since the opening that harmed no entry, the oldest first; the last 100. */
    public List<BackgroundFailure> backgroundFailures() {
        return backgroundFailures.all();
    }

    /**
     * Returns when the disk has every entry whose append has returned. If every append is synced there is nothing to
     * do. With a durability that never syncs, this does not sync either.
     *
     * @throws UncheckedIOException when the sync failed, now or before; the journal then accepts nothing until it is
     *         opened again
     */
    @Override
    public void sync() {
        writer.sync();
    }

    /** Ends writing, after everything is on the disk (unless nothing was ever to be synced). */
    @Override
    public void close() {
        commits.runBetweenCommits(() -> {
            try {
                writer.close();
            } finally {
                release();
            }
        });
    }

    /** Number of syncs that have succeeded, as a measure of work. */
    long syncs() {
        return writer.syncs();
    }

    private void release() {
        try {
            lock.close();
        } catch (IOException failed) {
            backgroundFailures.add("the lock could not be closed", failed);
        }
    }

    private static void release(WriterLock lock, Throwable failed) {
        try {
            lock.close();
        } catch (IOException alsoFailed) {
            failed.addSuppressed(alsoFailed);
        }
    }
}
