package dev.waggle.journal.memory;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Predicate;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.journal.lines.LineFile;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;

/**
 * Log of memories in a folder, for any number of processes. It is the truth from which indexes are derived.
 *
 * <pre>
 *   append: lock of the folder -> cut an unfinished line -> write the lines, force -> unlock
 *   redact: lock of the folder -> write the file anew beside it, force -> rename -> unlock
 * </pre>
 *
 * <p>So a kill at any moment loses at most the events that are being appended, and a redaction is done or not begun.
 * Processes that write at once wait for each other. Reading needs no lock. A damaged line is an error that names it.
 * The rules of the log are in its first line, so all processes use those of the first. Thread-safe.
 */
public final class FileMemoryLog {

    /** Name of the file in the folder. */
    public static final String NAME = "memories.jsonl";

    /** Name of the file that a redaction writes; what a killed one leaves is deleted by the next writer. */
    private static final String REWRITTEN = NAME + ".new";

    /** Timeout for the folder lock; an append takes milliseconds and a redaction seconds, so a longer holder hangs. */
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(60);

    private static final int BUFFER = 1024 * 1024;

    private final Path folder;
    private final Path path;
    private final JsonValue.Obj rules;
    private final World world;
    private final JournalDisk disk;
    /** One writer of this process at a time; the others of the machine wait at the lock of the folder. */
    private final ReentrantLock lock = new ReentrantLock();

    private FileMemoryLog(Path folder, JsonValue.Obj rules, World world, JournalDisk disk) {
        this.folder = folder;
        this.rules = rules;
        this.world = world;
        this.disk = disk;
        path = folder.resolve(NAME);
    }

    /**
     * Opens the log in that folder, which the first event creates.
     *
     * @param rules rules of a new log
     */
    public static FileMemoryLog open(Path folder, JsonValue.Obj rules, World world) {
        return open(folder, rules, world, JournalDisk.real());
    }

    static FileMemoryLog open(Path folder, JsonValue.Obj rules, World world, JournalDisk disk) {
        return new FileMemoryLog(folder.toAbsolutePath().normalize(), rules, world, disk);
    }

    /** The file of the log. */
    public Path path() {
        return path;
    }

    /** Rules of the log: those in its first line, or those of a new log. */
    public JsonValue.Obj rules() throws IOException {
        if (!Files.exists(path)) {
            return rules;
        }
        try (LineFile file = open()) {
            return file.headLength() == 0 ? rules : rulesOf(file);
        }
    }

    private JsonValue.Obj rulesOf(LineFile file) throws IOException {
        try {
            JsonObjectReader head = JsonObjectReader.root("head", JsonText.read(file.head()));
            String _ = head.text("log");
            long _ = head.integer("version");
            JsonValue.Obj stated = (JsonValue.Obj) head.value("rules");
            head.rejectUnknownFields();
            return stated;
        } catch (IllegalArgumentException | ClassCastException damaged) {
            throw new IOException(path + ": line 1 is damaged\nMaybe restore the file from a backup.", damaged);
        }
    }

    /** Length of the file in bytes; 0 when there is none. */
    public long length() throws IOException {
        return Files.exists(path) ? Files.size(path) : 0;
    }

    /** The checksum of the entry that ends at that mark; 0 for the start, -1 if none ends there. */
    public long sumAt(MemoryMark mark) throws IOException {
        if (mark.equals(MemoryMark.START)) {
            return 0;
        }
        if (!Files.exists(path)) {
            return -1;
        }
        try (LineFile file = open()) {
            return file.sumBefore(mark.offset());
        }
    }

    /** True if the entry that ends at that mark has that checksum, or has been redacted since. */
    public boolean has(MemoryMark mark, long sum) throws IOException {
        if (mark.equals(MemoryMark.START) || !Files.exists(path)) {
            return sumAt(mark) == sum;
        }
        try (LineFile file = open()) {
            long now = file.sumBefore(mark.offset());
            return now == sum || (now != -1 && isRedacted(file.lineBefore(mark.offset()), mark));
        }
    }

    private static boolean isRedacted(byte[] line, MemoryMark end) {
        try {
            MemoryEntry entry = MemoryLine.decodeAny(line, end.offset() - line.length);
            return entry.event() == null && entry.end().equals(end);
        } catch (IllegalArgumentException other) {
            return false;
        }
    }

    /**
     * Reads the entries behind a mark.
     *
     * @return the mark behind the last of them
     * @throws IOException when the file cannot be read or a line is damaged; the message names it
     */
    public MemoryMark read(MemoryMark from, Consumer<MemoryEntry> reader) throws IOException {
        if (!Files.exists(path)) {
            return from;
        }
        try (LineFile file = open()) {
            List<MemoryMark> last = new ArrayList<>(List.of(from));
            file.read(from.offset(), from.number(), (line, offset) -> {
                MemoryEntry entry = MemoryLine.decode(line, last.getFirst().number(), offset);
                last.set(0, entry.end());
                reader.accept(entry);
                return true;
            });
            return last.getFirst();
        }
    }

    /** Appends events; when it returns, the disk has them. */
    public void append(List<JsonValue.Obj> events) throws IOException {
        if (events.isEmpty()) {
            return;
        }
        locked(() -> {
            try (AppendFile log = disk.open(path)) {
                long last = prepare(log);
                write(log, encode(last, events));
            }
            return 0;
        });
    }

    /**
     * Redacts entries, and appends an event that tells it. It is atomic: killed at any moment it is done or not begun.
     *
     * @param chosen the entries to redact; called once for each, in order
     * @param telling the event to append; it gets the number of redacted entries
     * @return the number of redacted entries; 0 if none was chosen, and then nothing is written
     */
    public long redact(Predicate<MemoryEntry> chosen, LongFunction<JsonValue.Obj> telling) throws IOException {
        if (!Files.exists(path)) {
            return 0;
        }
        return locked(() -> {
            try (AppendFile log = disk.open(path)) {
                long _ = prepare(log);
            }
            return rewrite(chosen, telling);
        });
    }

    private long rewrite(Predicate<MemoryEntry> chosen, LongFunction<JsonValue.Obj> telling) throws IOException {
        Path rewritten = folder.resolve(REWRITTEN);
        disk.delete(rewritten);
        Rewrite rewrite = new Rewrite(chosen);
        try (LineFile file = open(); AppendFile anew = disk.open(rewritten)) {
            byte[] head = (file.head() + '\n').getBytes(StandardCharsets.UTF_8);
            anew.append(head, head.length);
            file.read(0, 0, (line, offset) -> rewrite.accept(anew, line, offset));
            rewrite.flush(anew);
            if (rewrite.redacted > 0) {
                byte[] told = MemoryLine.encode(rewrite.last + 1, telling.apply(rewrite.redacted));
                anew.append(told, told.length);
                anew.force();
            }
        } catch (UncheckedIOException failed) {
            disk.delete(rewritten);
            throw failed.getCause();
        } catch (IOException failed) {
            disk.delete(rewritten);
            throw failed;
        }
        if (rewrite.redacted == 0) {
            disk.delete(rewritten);
            return 0;
        }
        disk.rename(rewritten, path);
        disk.forceFolder(folder);
        return rewrite.redacted;
    }

    /** Copy of a log with redacted entries. */
    private static final class Rewrite {

        private final Predicate<MemoryEntry> chosen;
        private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
        private long last;
        private long redacted;

        Rewrite(Predicate<MemoryEntry> chosen) {
            this.chosen = chosen;
        }

        boolean accept(AppendFile anew, byte[] line, long offset) {
            MemoryEntry entry = MemoryLine.decode(line, last, offset);
            last = entry.end().number();
            boolean isChosen = entry.event() != null && chosen.test(entry);
            pending.writeBytes(isChosen ? MemoryLine.redacted(last, line.length) : line);
            redacted += isChosen ? 1 : 0;
            if (pending.size() >= BUFFER) {
                try {
                    flush(anew);
                } catch (IOException failed) {
                    throw new UncheckedIOException(failed);
                }
            }
            return true;
        }

        void flush(AppendFile anew) throws IOException {
            anew.append(pending.toByteArray(), pending.size());
            pending.reset();
        }
    }

    /** Something that is done while this process alone writes. */
    @FunctionalInterface
    private interface LockedAction {
        long run() throws IOException;
    }

    private long locked(LockedAction action) throws IOException {
        lock.lock();
        try {
            disk.createDurably(folder);
            try (WriterLock _ = WriterLock.acquire(folder.toRealPath(), LOCK_TIMEOUT, world)) {
                disk.delete(folder.resolve(REWRITTEN));
                return action.run();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Makes the file end with a whole line; returns the number of its last entry. */
    private long prepare(AppendFile log) throws IOException {
        if (log.length() == 0) {
            byte[] head = head();
            log.append(head, head.length);
            disk.forceFolder(folder);
            return 0;
        }
        try (LineFile file = open()) {
            long whole = file.wholeLength();
            if (whole < log.length()) {
                log.truncate(whole);
            }
            if (whole == 0) {
                byte[] head = head();
                log.append(head, head.length);
                return 0;
            }
            byte[] line = file.lastLine();
            try {
                return line.length == 0 ? 0 : MemoryLine.decodeAny(line, 0).end().number();
            } catch (IllegalArgumentException damage) {
                throw new IOException(path + ": the last line is damaged: " + damage.getMessage()
                        + "\nMaybe restore the file from a backup; it was not changed.", damage);
            }
        }
    }

    private byte[] head() {
        String stated = JsonText.write(new JsonObjectBuilder().with("rules", rules).json());
        return (MemoryLine.BEGINNING + ',' + stated.substring(1) + '\n').getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] encode(long last, List<JsonValue.Obj> events) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        long number = last;
        for (JsonValue.Obj event : events) {
            lines.writeBytes(MemoryLine.encode(++number, event));
        }
        return lines.toByteArray();
    }

    /** Appends bytes; after a failure the file is as before, if the disk allows that. */
    private static void write(AppendFile log, byte[] lines) throws IOException {
        long length = log.length();
        try {
            log.append(lines, lines.length);
            log.force();
        } catch (IOException failed) {
            log.truncate(length);
            throw failed;
        }
    }

    private LineFile open() throws IOException {
        return LineFile.open(path, MemoryLine.BEGINNING, "memories");
    }
}
