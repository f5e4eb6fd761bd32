package dev.waggle.journal.file.write;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalFolder;
import dev.waggle.signal.log.Durability;
import org.jspecify.annotations.Nullable;

/**
 * The segment that is being written, including its sealing.
 *
 * <p>Owned by the leader of the {@link GroupCommit}. Only {@link #force} may be called by the {@link SyncThread}
 * beside it, because writing need not wait for that, and {@link #forceWritten} by any thread. This lock holds a file
 * open while it is forced; it is taken last.
 */
final class ActiveSegment {

    private final JournalFolder folder;
    private final Path file;
    private final boolean isSynced;
    private final ReentrantLock forcing = new ReentrantLock();
    private final LongAdder syncs = new LongAdder();
    /** Number of writes that were begun. */
    private final AtomicLong writes = new AtomicLong();
    /** So many writes are on the disk. Guarded by the lock. */
    private long forced;
    /** Failure by which the disk may lack entries for ever; a later sync does not report an earlier loss. */
    private @Nullable Throwable failed;
    private AppendFile appendFile;
    private long length;
    private @Nullable Instant firstAt;
    private boolean isClosed;

    /**
     * The segment of that file.
     *
     * @param length bytes of whole lines in it
     * @param firstAt when the log took its first entry; {@code null} when it has none
     * @param durability unless {@code Never}, the disk has a full segment before it gets its name
     */
    ActiveSegment(JournalFolder folder, AppendFile tape, long length, @Nullable Instant firstAt,
            Durability durability) {
        this.folder = folder;
        this.file = folder.path().resolve(SegmentFile.ACTIVE);
        this.appendFile = tape;
        this.length = length;
        this.firstAt = firstAt;
        this.isSynced = !(durability instanceof Durability.Never);
    }

    /** Length of its whole lines in bytes. */
    long length() {
        return length;
    }

    /**
     * True if an entry of that time begins a new segment. Age is counted in the time of the log. Imported old entries
     * therefore lie in segments as they would have then.
     */
    boolean isFull(long maxBytes, Duration maxAge, Instant next) {
        return firstAt != null && (length >= maxBytes || Duration.between(firstAt, next).compareTo(maxAge) > 0);
    }

    /** Adds whole lines; when it fails, any part of them may be in the file. */
    void append(byte[] lines, int count) throws IOException {
        try {
            appendFile.append(lines, count);
        } finally {
            writes.incrementAndGet();
        }
    }

    /** The lines that were written, of which the log took the first at that time, are there to stay. */
    void accept(int count, Instant at) {
        length += count;
        if (firstAt == null) {
            firstAt = at;
        }
    }

    /** Undoes a write that was not accepted. */
    void truncateToAccepted() throws IOException {
        appendFile.truncate(length);
    }

    /** Refuses when another process changed the file, because its bytes would become part of the next line. */
    void requireUnchanged() throws IOException {
        long found = appendFile.length();
        if (found != length) {
            throw new IOException("another program changed the file: it must have " + length + " bytes, has " + found
                    + "\nMaybe two programs write it; close this journal and open it again.");
        }
    }

    /** Returns when the disk has everything that was written before the call. */
    void force() throws IOException {
        forcing.lock();
        try {
            forceFile();
        } finally {
            forcing.unlock();
        }
    }

    /** The same, without work when the disk has it already: one sync serves all waiting callers. */
    void forceWritten() throws IOException {
        long length = writes.get();
        forcing.lock();
        try {
            if (forced < length || failed != null) {
                forceFile();
            }
        } finally {
            forcing.unlock();
        }
    }

    private void forceFile() throws IOException {
        if (failed != null) {
            throw new IOException("an earlier sync failed (" + failed.getMessage() + ")", failed);
        }
        if (isClosed) {
            return;
        }
        long written = writes.get();
        try {
            appendFile.force();
        } catch (IOException | RuntimeException | Error cause) {
            failed = cause;
            throw cause;
        }
        forced = written;
        syncs.increment();
    }

    /** Number of syncs that have succeeded, as a measure of work. */
    long syncs() {
        return syncs.sum();
    }

    /**
     * Seals it under that name and begins an empty one. A failure leaves everything as it was, unless it is a {@link
     * BrokenException}. A failure to close the full file is ignored, because nothing more is written to it.
     */
    void seal(SegmentFile sealed) throws IOException {
        if (isSynced) {
            runOrBreak(this::force);
        }
        folder.disk().rename(file, sealed.path());
        AppendFile next;
        try {
            next = folder.disk().open(file);
        } catch (IOException failed) {
            runOrBreak(() -> folder.disk().rename(sealed.path(), file));
            throw failed;
        }
        AppendFile full = appendFile;
        forcing.lock();
        try {
            appendFile = next;
            length = 0;
            firstAt = null;
        } finally {
            forcing.unlock();
        }
        try {
            full.close();
        } catch (IOException failed) {
            folder.failures().add("the file of the sealed segment " + sealed.path() + " could not be closed", failed);
        }
        if (isSynced) {
            runOrBreak(() -> folder.disk().forceFolder(folder.path()));
        }
    }

    void close() throws IOException {
        forcing.lock();
        try {
            isClosed = true;
            appendFile.close();
        } finally {
            forcing.unlock();
        }
    }

    private static void runOrBreak(IoAction act) throws BrokenException {
        try {
            act.run();
        } catch (IOException failed) {
            throw new BrokenException(failed);
        }
    }

    private interface IoAction {
        void run() throws IOException;
    }

    /** Signals that the content of the disk is unknown. */
    static final class BrokenException extends IOException {

        private static final long serialVersionUID = 1;

        BrokenException(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }
}
