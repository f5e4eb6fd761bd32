package dev.waggle.journal.reputation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import dev.waggle.journal.file.recovery.MultiFileCommit;
import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.learning.OutcomeLog;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Outcome log in a folder, for any number of processes.
 *
 * <pre>
 *   append: lock of the folder -> cut an unfinished line -> search the index -> write a line, force -> index -> unlock
 * </pre>
 *
 * <p>So a kill at any moment loses at most the outcome that is being told, and never leaves half of one. Processes that
 * tell at once wait for each other. Reading needs no lock. Every run is in the index forever, so each counts once
 * however many there are; a search reads two slots of a file on average. The limits are those of the file system. A
 * damaged line is an error that names it, and no line is ever overwritten.
 */
public final class FileOutcomeLog implements OutcomeLog {

    /** Name of the file in the folder. */
    public static final String NAME = "outcomes.jsonl";

    /** Timeout for the folder lock; telling takes milliseconds, so a longer holder hangs. */
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

    /** Lines and bytes behind the durable part of the index that are put again at each append. */
    private static final long MAX_UNCOVERED = 256;
    private static final long MAX_UNCOVERED_BYTES = 256 * 1024;

    private final Path folder;
    private final Path path;
    private final World world;
    private final JournalDisk disk;
    /** One writer of this process at a time; the others of the machine wait at the lock of the folder. */
    private final ReentrantLock lock = new ReentrantLock();

    private FileOutcomeLog(Path folder, World world, JournalDisk disk) {
        this.folder = folder;
        this.world = world;
        this.disk = disk;
        path = folder.resolve(NAME);
    }

    /** Opens the log in that folder, which the first outcome creates. */
    public static FileOutcomeLog open(Path folder, World world) {
        return open(folder, world, JournalDisk.real());
    }

    static FileOutcomeLog open(Path folder, World world, JournalDisk disk) {
        return new FileOutcomeLog(folder.toAbsolutePath().normalize(), world, disk);
    }

    @Override
    public OutcomeReceipt append(String run, JsonValue.Obj outcome) {
        return add(OutcomeLog.requireRun(run), outcome, false);
    }

    @Override
    public OutcomeReceipt replace(String run, JsonValue.Obj outcome) {
        return add(OutcomeLog.requireRun(run), outcome, true);
    }

    @Override
    public void read(OutcomeMark from, Consumer<LoggedOutcome> reader) {
        try {
            if (!Files.exists(path)) {
                requireMark(from, from.equals(OutcomeMark.START));
                return;
            }
            if (from.offset() > 0 && Files.size(path) == from.offset()) {
                return;
            }
            try (OutcomeFile file = OutcomeFile.open(path)) {
                requireMark(from, from.equals(OutcomeMark.START) || file.sumBefore(from.offset()) >= 0);
                OutcomeMark _ = file.read(from, reader);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(String.valueOf(failed.getMessage()), failed);
        }
    }

    private void requireMark(OutcomeMark from, boolean isKnown) {
        if (!isKnown) {
            throw new IllegalArgumentException(path + " has no outcome that ends at byte " + from.offset());
        }
    }

    private OutcomeReceipt add(String run, JsonValue.Obj outcome, boolean replaces) {
        lock.lock();
        try {
            disk.createDurably(folder);
            try (WriterLock _ = WriterLock.acquire(folder.toRealPath(), LOCK_TIMEOUT, world)) {
                MultiFileCommit.complete(folder.toRealPath(), disk);
                return addWithIndex(run, outcome, replaces);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(folder + ": the outcome of run " + JsonLine.quoted(run)
                    + " was not kept for certain: " + failed.getMessage(), failed);
        } finally {
            lock.unlock();
        }
    }

    private OutcomeReceipt addWithIndex(String run, JsonValue.Obj outcome, boolean replaces) throws IOException {
        try {
            return addLocked(run, outcome, replaces);
        } catch (OutcomeIndex.StaleIndexException stale) {
            OutcomeIndex.anew(folder, disk).close();
            return addLocked(run, outcome, replaces);
        }
    }

    private OutcomeReceipt addLocked(String run, JsonValue.Obj outcome, boolean replaces) throws IOException {
        try (AppendFile log = disk.open(path); OutcomeFile file = OutcomeFile.open(path)) {
            long dropped = cutUnfinished(log, file);
            try (IndexedRuns runs = indexed(file)) {
                LoggedOutcome known = runs.find(run);
                if (known != null && (!replaces || known.outcome().equals(outcome))) {
                    log.force(); // The process that wrote it may have ended before it was durable.
                    return new OutcomeReceipt(known, false, dropped);
                }
                LoggedOutcome entry = write(log, runs, run, known != null, outcome);
                return new OutcomeReceipt(entry, true, dropped);
            }
        }
    }

    /** Appends a line; after a failure the file is as before, if the disk allows that. */
    private LoggedOutcome write(AppendFile log, IndexedRuns runs, String run, boolean replaces, JsonValue.Obj outcome)
            throws IOException {
        OutcomeMark before = runs.end();
        long length = log.length();
        byte[] line = OutcomeLine.encode(before.number() + 1, run, replaces, outcome);
        try {
            if (length == 0) {
                byte[] head = OutcomeLine.HEAD.getBytes(StandardCharsets.UTF_8);
                log.append(head, head.length);
            }
            log.append(line, line.length);
            log.force();
            if (length == 0) {
                disk.forceFolder(folder);
            }
        } catch (IOException failed) {
            log.truncate(length);
            throw failed;
        }
        LoggedOutcome entry = OutcomeLine.decode(line, before);
        runs.add(entry, Math.max(length, OutcomeLine.HEAD.length()));
        return entry;
    }

    private static long cutUnfinished(AppendFile log, OutcomeFile file) throws IOException {
        long length = log.length();
        long whole = file.wholeLength();
        if (whole < length) {
            log.truncate(whole);
        }
        return length - whole;
    }

    /** The index with every line of the log in it. */
    private IndexedRuns indexed(OutcomeFile file) throws IOException {
        OutcomeIndex index = OutcomeIndex.open(folder, disk);
        try {
            boolean isOfLog = file.sumBefore(index.covered().offset()) == index.coveredSum();
            if (!isOfLog) {
                index.close();
                index = OutcomeIndex.anew(folder, disk);
            }
            return IndexedRuns.of(index, file);
        } catch (IOException failed) {
            index.close();
            throw failed;
        }
    }

    /** Index and the end of the log. */
    private static final class IndexedRuns implements AutoCloseable {

        private final OutcomeIndex index;
        private final OutcomeFile file;
        private OutcomeMark end;

        private IndexedRuns(OutcomeIndex index, OutcomeFile file) {
            this.index = index;
            this.file = file;
            end = index.covered();
        }

        static IndexedRuns of(OutcomeIndex index, OutcomeFile file) throws IOException {
            IndexedRuns runs = new IndexedRuns(index, file);
            try {
                OutcomeMark _ = file.read(index.covered(), entry -> {
                    try {
                        runs.add(entry, Math.max(runs.end.offset(), OutcomeLine.HEAD.length()));
                    } catch (IOException failed) {
                        throw new UncheckedIOException(failed.getMessage(), failed);
                    }
                });
                return runs;
            } catch (UncheckedIOException failed) {
                throw failed.getCause();
            }
        }

        OutcomeMark end() {
            return end;
        }

        /** The latest outcome of a run, or {@code null}. */
        @Nullable LoggedOutcome find(String run) throws IOException {
            OptionalLong offset = index.find(OutcomeLine.digest(run));
            return offset.isEmpty() ? null : file.at(offset.getAsLong(), run);
        }

        void add(LoggedOutcome entry, long offset) throws IOException {
            index.put(OutcomeLine.digest(entry.run()), offset);
            end = entry.end();
            if (end.number() - index.covered().number() >= MAX_UNCOVERED
                    || end.offset() - index.covered().offset() >= MAX_UNCOVERED_BYTES) {
                index.cover(end, file.sumBefore(end.offset()));
            }
        }

        @Override
        public void close() throws IOException {
            index.close();
        }
    }
}
