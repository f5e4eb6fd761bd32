package dev.waggle.journal.file;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.segment.EntrySource;
import dev.waggle.journal.file.segment.ScannedLine;
import dev.waggle.journal.file.segment.SegmentScanner;
import dev.waggle.journal.file.storage.FileErrors;
import dev.waggle.journal.userfile.AtomicFile;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.log.LogEntry;

/**
 * Reader of a file of journal entries that people edit by hand. Its lines have no checksums; their numbers rise,
 * perhaps with some omitted. Plain or gzip, detected by the content.
 *
 * <p>Nothing is skipped: a line that is no entry, or whose number does not rise, is refused. Owned by one thread.
 */
public final class JournalExcerpt implements AutoCloseable {

    private static final String REMEDY = "\nMaybe the file was edited: restore it from a copy.";

    private final Path file;
    private final SegmentScanner scan;

    private JournalExcerpt(Path file, SegmentScanner scan) {
        this.file = file;
        this.scan = scan;
    }

    /**
     * Opens an excerpt at its first entry.
     *
     * @throws UncheckedIOException when it cannot be read
     */
    public static JournalExcerpt read(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw new FileSystemException(file.toString(), null, "it is a folder");
            }
            if (!Files.exists(file)) {
                throw new NoSuchFileException(file.toString(), null, "there is no such file");
            }
            return of(new EntrySource(file, 0, EntrySource.Kind.LOOSE));
        } catch (IOException failed) {
            throw JournalReader.failure(file, failed);
        }
    }

    /**
     * Opens an excerpt that is no file at its first entry.
     *
     * @param name its name in messages
     * @param text plain UTF-8
     */
    public static JournalExcerpt read(Path name, byte[] text) {
        try {
            return of(EntrySource.ofText(name, () -> new ByteArrayInputStream(text)));
        } catch (IOException failed) {
            throw JournalReader.failure(name, failed);
        }
    }

    private static JournalExcerpt of(EntrySource source) throws IOException {
        return new JournalExcerpt(source.file(),
                SegmentScanner.open(source, SegmentScanner.ScanRange.whole(0), JournalExcerpt::refuse));
    }

    /**
     * Writes a whole file of entries at once, first to a file beside it, which then replaces the old one. So there is
     * either all of it or the old content. Only its owner can read it. Nothing but an ordinary file is replaced.
     *
     * @param entries in order, numbered from 1
     * @throws IllegalArgumentException when an entry is out of order
     * @throws UncheckedIOException when it could not be written
     */
    public static void write(Path file, List<LogEntry> entries) {
        try {
            Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
        } catch (IOException failed) {
            throw FileErrors.of(file, "it was not written: ", failed);
        }
        try (AtomicFile whole = AtomicFile.open(OutputTarget.of(file), AtomicFile.FileAccess.OWNER)) {
            write(whole.stream(), entries);
            whole.commit();
        } catch (IOException failed) {
            throw FileErrors.of(file, "it was not written: ", failed);
        }
    }

    /**
     * Writes entries to an open stream.
     *
     * @param entries in order, numbered from 1
     * @throws IllegalArgumentException when an entry is out of order
     */
    public static void write(OutputStream out, List<LogEntry> entries) throws IOException {
        long expected = 0;
        for (LogEntry entry : entries) {
            expected++;
            if (entry.sequence() != expected) {
                throw new IllegalArgumentException("seq must be " + expected + ", got " + entry.sequence());
            }
            out.write((JsonText.write(EntryCodec.encode(entry)) + '\n').getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * The next entry, or empty at the end.
     *
     * @throws BadJournalException when a line is none, or its number does not rise
     * @throws UncheckedIOException when the file cannot be read
     */
    public Optional<LogEntry> next() {
        try {
            for (ScannedLine item = scan.next(); item != null; item = scan.next()) {
                if (item instanceof ScannedLine.Entry entry) {
                    return Optional.of(entry.entry());
                }
            }
            scan.finish(0);
            return Optional.empty();
        } catch (IOException failed) {
            throw JournalReader.failure(file, failed);
        }
    }

    /** Length of a last line that is cut short, in bytes, once {@link #next()} was empty; 0 when there is none. */
    public long tornBytes() {
        return scan.tornBytes();
    }

    @Override
    public void close() {
        try {
            scan.close();
        } catch (IOException failed) {
            throw FileErrors.of(file, "", failed);
        }
    }

    private static void refuse(JournalDamage damage) {
        throw new BadJournalException(damage.file(), "line " + damage.line() + ": " + damage.reason() + REMEDY, null);
    }

}
