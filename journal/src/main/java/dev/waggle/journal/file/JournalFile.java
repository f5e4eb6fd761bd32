package dev.waggle.journal.file;

import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

import dev.waggle.journal.EntryCodec;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.LineCodec;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * A journal's file for reading only: entry by entry, without a lock, without changing it, while somebody else may be
 * writing it. Plain or gzip, told by the content.
 *
 * <p>A last line that is cut short is not an error, for its writer may be in the middle of it: {@link #next()} is then
 * empty and {@link #tornBytes()} not zero. Owned by one thread.
 */
public final class JournalFile implements AutoCloseable {

    private static final byte[] GZIP = {(byte) 0x1f, (byte) 0x8b};

    /** How every first line of a journal begins. */
    private static final byte[] BEGINNING = "{\"seq\":1,\"recordedAt\":".getBytes(StandardCharsets.UTF_8);

    private static final String REMEDY = "\nMaybe somebody edited the file: restore it from a copy.";

    private static final int BLOCK = 64 * 1024;

    private final Path file;
    private final Lines lines;
    private final boolean compressed;
    private final boolean fromStart;
    private final Numbers numbers;
    private long count;
    private long lastSequence;
    private long end;
    private long tornBytes;
    private boolean passedTornLine;

    private JournalFile(Path file, Lines lines, boolean compressed, long start, Numbers numbers) {
        this.numbers = numbers;
        this.file = file;
        this.lines = lines;
        this.compressed = compressed;
        this.fromStart = start == 0;
        this.end = start;
    }

    /**
     * Opens a journal at its first entry.
     *
     * @throws UncheckedIOException when it cannot be read
     */
    public static JournalFile read(Path file) {
        return open(file, 0, Numbers.UNBROKEN);
    }

    /**
     * Opens an excerpt at its first entry: entries of a journal of which some are missing, because somebody took them
     * out. Their numbers still rise.
     *
     * @throws UncheckedIOException when it cannot be read
     */
    public static JournalFile readExcerpt(Path file) {
        return open(file, 0, Numbers.RISING);
    }

    /**
     * The last entries of a journal, in order, and what follows them. A plain file is read from its end.
     *
     * @param limit how many at most, at least 0
     */
    public static Tail tail(Path file, int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("limit must be at least 0, got " + limit);
        }
        long start = startOfLast(file, limit);
        try (JournalFile reading = open(file, start, Numbers.UNBROKEN)) {
            Deque<LogEntry> last = new ArrayDeque<>();
            for (Optional<LogEntry> entry = reading.next(); entry.isPresent(); entry = reading.next()) {
                last.addLast(entry.get());
                if (last.size() > limit) {
                    last.removeFirst();
                }
            }
            return new Tail(List.copyOf(last), reading.tornBytes());
        }
    }

    /**
     * Writes a whole file of entries at once: to a file beside it, which then takes its name. So there is either all of it
     * or what was there before, which it replaces. Its lines have no checksums, so a person may edit them.
     *
     * @param entries in order, numbered from 1
     * @throws IllegalArgumentException when an entry is out of order or too long for a line
     * @throws UncheckedIOException when it could not be written
     */
    public static void write(Path file, List<LogEntry> entries) {
        try {
            Path place = file.toAbsolutePath();
            Path folder = place.resolveSibling("");
            Files.createDirectories(folder);
            File unfinished = File.createTempFile(place.getFileName() + ".", ".part", folder.toFile());
            try {
                write(unfinished, entries);
                Files.move(unfinished.toPath(), place, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(unfinished.toPath());
            }
        } catch (IOException failed) {
            throw Failure.of(file, "it was not written: ", failed);
        }
    }

    /**
     * The end of a journal.
     *
     * @param entries in order
     * @param tornBytes length of a last line that is cut short, or just being written; 0 when there is none
     */
    public record Tail(List<LogEntry> entries, long tornBytes) {}

    /**
     * The next entry, or empty at the end; asked again later, it answers what was appended since (not for gzip).
     *
     * @throws BadJournalException when a line is not the next entry
     * @throws UncheckedIOException when the file cannot be read
     */
    public Optional<LogEntry> next() {
        try {
            byte[] line = lines.next();
            if (line != null) {
                return read(line);
            }
            byte[] rest = lines.rest();
            if (rest.length == 0) {
                return Optional.empty();
            }
            if (LineCodec.isJson(rest)) {
                return read(lines.takeRest());
            }
            return torn(rest, rest.length);
        } catch (Lines.LineTooLongException bad) {
            throw refusal(bad.getMessage() + REMEDY, bad);
        } catch (IOException failed) {
            throw failure(file, failed);
        }
    }

    /** Length of a last line that is cut short, in bytes, once {@link #next()} was empty; 0 when there is none. */
    public long tornBytes() {
        return tornBytes;
    }

    /** Whether the file is gzip. */
    public boolean isCompressed() {
        return compressed;
    }

    /** Where the last entry that was read ends, in bytes of the plain text, its line end included if it has one. */
    long end() {
        return end;
    }

    @Override
    public void close() {
        try {
            lines.close();
        } catch (IOException failed) {
            throw failure(file, failed);
        }
    }

    private static void write(File unfinished, List<LogEntry> entries) throws IOException {
        try (FileOutputStream out = new FileOutputStream(unfinished)) {
            BufferedOutputStream buffer = new BufferedOutputStream(out, BLOCK);
            long expected = 0;
            for (LogEntry entry : entries) {
                expected++;
                if (entry.sequence() != expected) {
                    throw new IllegalArgumentException("seq must be " + expected + ", got " + entry.sequence());
                }
                // Without a checksum: people edit cassettes by hand.
                buffer.write(JsonText.write(EntryCodec.encode(entry)).getBytes(StandardCharsets.UTF_8));
                buffer.write('\n');
            }
            buffer.flush();
            out.getFD().sync();
        }
    }

    private Optional<LogEntry> read(byte[] line) throws IOException {
        LogEntry entry;
        try {
            entry = LineCodec.fromLine(line);
        } catch (IllegalArgumentException bad) {
            if (!LineCodec.isJson(line) && lines.isAtEnd()) {
                passedTornLine = true;
                return torn(line, line.length + 1L);
            }
            throw refusal(bad.getMessage() + REMEDY, bad);
        }
        long expected = fromStart || count > 0 ? lastSequence + 1 : entry.sequence();
        boolean fits = numbers == Numbers.RISING
                ? entry.sequence() > lastSequence
                : entry.sequence() == expected;
        if (!fits || passedTornLine) {
            throw refusal("seq must be " + expected + " on an unbroken log, got " + entry.sequence() + REMEDY, null);
        }
        count++;
        lastSequence = entry.sequence();
        end = lines.offset();
        tornBytes = 0;
        return Optional.of(entry);
    }

    private Optional<LogEntry> torn(byte[] line, long length) {
        int known = Math.min(line.length, BEGINNING.length);
        if (isFirst() && (known == 0 || !Arrays.equals(line, 0, known, BEGINNING, 0, known))) {
            throw refusal("it does not begin with an entry", null);
        }
        tornBytes = length;
        return Optional.empty();
    }

    private boolean isFirst() {
        return count == 0 && fromStart;
    }

    private BadJournalException refusal(String reason, @Nullable Exception cause) {
        if (isFirst()) {
            return new BadJournalException(file, "not a journal: " + reason, cause);
        }
        String place = fromStart ? "line " + (count + 1) : "the line after byte " + end;
        return new BadJournalException(file, place + ": " + reason, cause);
    }

    private static JournalFile open(Path file, long start, Numbers numbers) {
        InputStream raw = null;
        try {
            raw = new FileInputStream(existing(file).toFile());
            raw.skipNBytes(start);
            PushbackInputStream in = new PushbackInputStream(raw, GZIP.length);
            byte[] head = in.readNBytes(GZIP.length);
            in.unread(head);
            boolean compressed = start == 0 && Arrays.equals(head, GZIP);
            return new JournalFile(file, new Lines(compressed ? new GZIPInputStream(in, BLOCK) : in, start), compressed,
                    start, numbers);
        } catch (IOException failed) {
            closeAfter(failed, raw);
            throw failure(file, failed);
        }
    }

    private static Path existing(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "it is a folder");
        }
        if (!Files.exists(file)) {
            throw new NoSuchFileException(file.toString(), null, "there is no such file");
        }
        return file;
    }

    /**
     * Where reading has to begin so that the last entries are met: two lines earlier than counted, for the last one may
     * be torn and the one before it begins behind a line end.
     */
    private static long startOfLast(Path file, int limit) {
        try (RandomAccessFile in = new RandomAccessFile(existing(file).toFile(), "r")) {
            byte[] block = new byte[BLOCK];
            long lineEnds = limit + 2L;
            for (long blockEnd = Files.isRegularFile(file) ? in.length() : 0; blockEnd > 0;) {
                int size = (int) Math.min(BLOCK, blockEnd);
                long blockStart = blockEnd - size;
                in.seek(blockStart);
                in.readFully(block, 0, size);
                for (int i = size - 1; i >= 0; i--) {
                    if (block[i] == '\n' && --lineEnds == 0) {
                        return isGzip(in) ? 0 : blockStart + i + 1;
                    }
                }
                blockEnd = blockStart;
            }
            return 0;
        } catch (IOException failed) {
            throw failure(file, failed);
        }
    }

    private static boolean isGzip(RandomAccessFile in) throws IOException {
        byte[] head = new byte[GZIP.length];
        in.seek(0);
        in.readFully(head);
        return Arrays.equals(head, GZIP);
    }

    private static void closeAfter(IOException failed, @Nullable InputStream in) {
        if (in == null) {
            return;
        }
        try {
            in.close();
        } catch (IOException alsoFailed) {
            failed.addSuppressed(alsoFailed);
        }
    }

    private static UncheckedIOException failure(Path file, IOException failed) {
        if (failed instanceof EOFException || failed instanceof ZipException) {
            return new BadJournalException(file,
                    "its gzip data are damaged or end early\nMaybe the copy was interrupted: fetch the file again.",
                    failed);
        }
        return Failure.of(file, "", failed);
    }

    /** Which sequence numbers may follow each other. */
    private enum Numbers {
        UNBROKEN, RISING
    }
}
