package dev.waggle.journal.file;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import dev.waggle.journal.LineCodec;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * A journal in one append-only file of JSON lines.
 *
 * <pre>
 *   open   -> lock -> read every line -> cut a torn last line, saved beside the file -> continue the sequence
 *   append -> number -> encode -> write the whole line -> as durable as asked -> count it
 *              a failed write is taken back; when even that fails, the journal takes nothing more
 *   read   -> from the nearest indexed entry, through a handle of its own
 * </pre>
 *
 * <p>A line is whole or it is not there: an entry ends with its line end, and no proper beginning of a JSON object is
 * itself one, so a torn line is always recognised. Only the last line can be torn; anything else that is wrong in the
 * file is damage, and damage is reported, never repaired. Many threads may use one journal; interrupting one of them
 * harms neither its entry nor the file.
 */
public final class FileJournal implements Journal {

    /** Most files of torn lines beside one journal; so many crashes need somebody to look. */
    private static final int MAX_TORN_FILES = 10_000;

    /** Opens the file of a tape: tests put failing disks in here. */
    interface TapeMaker {
        Tape open(Path file) throws IOException;
    }

    private final Path file;
    private final Durability durability;
    private final WriterLock lock;
    private final Tape tape;
    private final Recovery recovery;
    private final LineIndex index = new LineIndex();
    private final LongAdder bytesRead = new LongAdder();
    private final List<Consumer<List<LogEntry>>> followers = new CopyOnWriteArrayList<>();
    private long length;
    private long lastSequence;
    private boolean closed;
    /** Why nothing more can be taken, once that is so. */
    private @Nullable String broken;

    private FileJournal(Path file, Durability durability, WriterLock lock, Tape tape) throws IOException {
        this.file = file;
        this.durability = durability;
        this.lock = lock;
        this.tape = tape;
        this.recovery = recover();
    }

    /**
     * Opens or creates a journal with the default durability, {@link Durability#FLUSH}.
     *
     * @see #open(Path, Durability)
     */
    public static FileJournal open(Path file) {
        return open(file, Durability.FLUSH);
    }

    /**
     * Opens a journal and goes on behind its last whole entry; creates it, and its folder, when there is none.
     *
     * @throws BadJournalException when the file holds something else or is damaged; then it was not changed
     * @throws UncheckedIOException when it cannot be read and written, or somebody else is writing it
     */
    public static FileJournal open(Path file, Durability durability) {
        return open(file, durability, Tape::of);
    }

    /** Opens the journal in that folder; creates it when there is none. */
    public static FileJournal open(Path folder, JournalConfig config, World world) {
        return open(folder.resolve("events.jsonl"),
                config.durability() instanceof dev.waggle.signal.log.Durability.EveryAppend
                        ? Durability.FORCE
                        : Durability.FLUSH);
    }

    /**
     * Tells of every entry that is appended from now on, in order: after it is as durable as promised, before its append
     * returns, on threads of those who append, one call at a time. What it is given must be dealt with quickly; it must
     * not append here.
     */
    public Closeable follow(Consumer<List<LogEntry>> follower) {
        followers.add(follower);
        return () -> followers.remove(follower);
    }

    /** The number of the last entry; 0 for an empty journal. */
    public synchronized long lastSequence() {
        return lastSequence;
    }

    /** The entries that a query asks for. */
    public List<LogEntry> select(JournalQuery query) {
        List<LogEntry> fitting = read(query.fromSequence(), Integer.MAX_VALUE).stream().filter(query::fits).toList();
        int from = query.end() == JournalQuery.End.LAST ? Math.max(0, fitting.size() - query.limit()) : 0;
        return fitting.subList(from, (int) Math.min(fitting.size(), (long) from + query.limit()));
    }

    static FileJournal open(Path file, Durability durability, TapeMaker tapes) {
        List<Closeable> opened = new ArrayList<>();
        try {
            Path place = Place.of(file);
            WriterLock lock = WriterLock.on(place);
            opened.add(lock);
            Tape tape = tapes.open(place);
            opened.addFirst(tape);
            if (durability == Durability.FORCE) {
                Place.forceName(place);
            }
            return new FileJournal(place, durability, lock, tape);
        } catch (IOException failed) {
            closeAll(opened, failed);
            throw Failure.of(file, "", failed);
        } catch (RuntimeException | Error failed) {
            closeAll(opened, failed);
            throw failed;
        }
    }

    /** What was found, and perhaps repaired, when this journal was opened. */
    public Recovery recovery() {
        return recovery;
    }

    /**
     * Adds a signal at the end.
     *
     * @throws IllegalStateException when the journal is closed
     * @throws IllegalArgumentException when the line would be longer than {@link LineCodec#MAX_LINE}
     * @throws UncheckedIOException when the entry could not be written; then nothing of it is in the file
     */
    @Override
    public synchronized LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
        requireWritable(signal);
        LogEntry entry = new LogEntry(lastSequence + 1, recordedAt, emission, signal);
        byte[] line = LineCodec.toLine(entry);
        write(signal, line);
        index.note(entry.sequence(), length);
        lastSequence = entry.sequence();
        length += line.length;
        followers.forEach(follower -> follower.accept(List.of(entry)));
        return entry;
    }

    /** At most so many entries in order; works on a closed journal too, for as long as its file is there. */
    @Override
    public List<LogEntry> read(long fromSequence, int limit) {
        if (fromSequence < 1 || limit < 0) {
            throw new IllegalArgumentException(
                    "read needs fromSequence >= 1 and limit >= 0, got " + fromSequence + " and " + limit);
        }
        long last;
        Map.Entry<Long, Long> start;
        synchronized (this) {
            if (fromSequence > lastSequence || limit == 0) {
                return List.of();
            }
            last = limit > lastSequence - fromSequence ? lastSequence : fromSequence + limit - 1;
            start = index.before(fromSequence);
        }
        try (Lines lines = linesFrom(start.getValue())) {
            List<LogEntry> entries = read(lines, start.getKey(), fromSequence, last);
            bytesRead.add(lines.bytesRead());
            return entries;
        } catch (IOException failed) {
            throw Failure.of(file, "entries " + fromSequence + " to " + last + " could not be read: ", failed);
        }
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try (lock; tape) {
            if (durability == Durability.FORCE && broken == null) {
                tape.force();
            }
        } catch (IOException failed) {
            throw Failure.of(file, "closing it failed: ", failed);
        }
    }

    /** How much all reading has read so far, in bytes: the work done. */
    long bytesRead() {
        return bytesRead.sum();
    }

    private void requireWritable(Signal signal) {
        if (closed) {
            throw new IllegalStateException("the journal is closed, signal " + signal.id() + " was not appended");
        }
        if (broken != null) {
            throw Failure.of(file, "signal " + signal.id() + " was not appended: ", new IOException(broken));
        }
    }

    private void write(Signal signal, byte[] line) {
        String what = "signal " + signal.id() + " was not appended: ";
        try {
            requireOwnLength();
        } catch (IOException foreign) {
            throw Failure.of(file, what, foreign);
        }
        try {
            tape.write(length, line);
            settle(tape);
        } catch (IOException failed) {
            takeBack(failed);
            throw Failure.of(file, what, failed);
        } catch (RuntimeException | Error failed) {
            takeBack(failed);
            throw failed;
        }
    }

    /** Writing over what somebody else appended would destroy it. */
    private void requireOwnLength() throws IOException {
        long found = tape.length();
        if (found != length) {
            broken = "somebody else changed the file: it must have " + length + " bytes, has " + found
                    + "\nMaybe two programs write it; close this journal and open it again.";
            throw new IOException(broken);
        }
    }

    private void settle(Tape written) throws IOException {
        switch (durability) {
            case FLUSH -> {
            }
            case FORCE -> written.force();
        }
    }

    private void takeBack(Throwable failed) {
        try {
            tape.truncate(length);
            settle(tape);
        } catch (IOException alsoFailed) {
            failed.addSuppressed(alsoFailed);
            broken = "an earlier write failed and could not be taken back (" + alsoFailed.getMessage()
                    + ")\nMaybe the disk is full or gone; open the journal again when it is back.";
        }
    }

    private Recovery recover() throws IOException {
        long torn;
        long end;
        try (JournalFile reading = JournalFile.read(file)) {
            for (Optional<LogEntry> entry = reading.next(); entry.isPresent(); entry = reading.next()) {
                index.note(entry.get().sequence(), length);
                lastSequence = entry.get().sequence();
                length = reading.end();
            }
            torn = reading.tornBytes();
            end = length;
        }
        Path saved = torn == 0 ? null : save(tape.read(end, (int) torn));
        if (saved != null) {
            tape.truncate(end);
        }
        if (end > 0 && tape.read(end - 1, 1)[0] != '\n') {
            tape.write(end, new byte[] {'\n'});
            length++;
        }
        settle(tape);
        return new Recovery(lastSequence, torn, saved);
    }

    private Path save(byte[] torn) throws IOException {
        for (int n = 1; n <= MAX_TORN_FILES; n++) {
            Path copy = file.resolveSibling(file.getFileName() + ".torn-" + n);
            if (copy.toFile().createNewFile()) {
                try (Tape to = Tape.of(copy)) {
                    to.write(0, torn);
                    settle(to);
                }
                return copy;
            }
        }
        throw new IOException("there are " + MAX_TORN_FILES + " files of torn lines beside it"
                + "\nMaybe look at them and take them away.");
    }

    private Lines linesFrom(long offset) throws IOException {
        FileInputStream in = new FileInputStream(file.toFile());
        try {
            in.skipNBytes(offset);
            return new Lines(in, offset);
        } catch (IOException failed) {
            in.close();
            throw failed;
        }
    }

    private static List<LogEntry> read(Lines lines, long first, long from, long last) throws IOException {
        List<LogEntry> entries = new ArrayList<>();
        for (long sequence = first; sequence <= last; sequence++) {
            byte[] line = lines.next();
            if (line == null) {
                throw new IOException("the file ends before entry " + sequence);
            }
            if (sequence >= from) {
                entries.add(entry(line, sequence));
            }
        }
        return List.copyOf(entries);
    }

    private static LogEntry entry(byte[] line, long sequence) throws IOException {
        try {
            LogEntry entry = LineCodec.fromLine(line);
            if (entry.sequence() == sequence) {
                return entry;
            }
            throw new IOException("entry " + sequence + " has become entry " + entry.sequence());
        } catch (IllegalArgumentException bad) {
            throw new IOException("entry " + sequence + " is damaged: " + bad.getMessage(), bad);
        }
    }

    private static void closeAll(List<Closeable> opened, Throwable failed) {
        for (Closeable open : opened) {
            try {
                open.close();
            } catch (IOException alsoFailed) {
                failed.addSuppressed(alsoFailed);
            }
        }
    }
}
