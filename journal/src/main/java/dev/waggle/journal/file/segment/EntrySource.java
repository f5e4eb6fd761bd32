package dev.waggle.journal.file.segment;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;

import dev.waggle.journal.userfile.BoundedFile;
import org.jspecify.annotations.Nullable;

/**
 * Source of entries in a file.
 *
 * @param file plain or gzip, detected by the content
 * @param first sequence number of its first entry, by its name; 0 when the name has none
 * @param kind its kind
 * @param content opens plain text that is no file and only named like one; {@code null} for a file
 */
public record EntrySource(Path file, long first, Kind kind, @Nullable Supplier<InputStream> content) {

    public enum Kind {
        /** A sealed segment: nothing is added to it, every line has a checksum, numbers are unbroken. */
        SEALED,
        /** The segment that is being written: as a sealed one, but its last line may be cut short. */
        ACTIVE,
        /** Any other file of entries: an export, a cassette. Checksums may be absent, numbers only rise. */
        LOOSE
    }

    private static final byte[] GZIP = {(byte) 0x1f, (byte) 0x8b};

    private static final int BLOCK = 64 * 1024;

    /** Source in a file. */
    public EntrySource(Path file, long first, Kind kind) {
        this(file, first, kind, null);
    }

    /** Source in plain text that is no file; messages name it like one. */
    public static EntrySource ofText(Path name, Supplier<InputStream> content) {
        return new EntrySource(name, 0, Kind.LOOSE, content);
    }

    /** Source of a single file; its name shows the kind. */
    public static EntrySource ofFile(Path file) {
        Path name = file.getFileName();
        String plain = name == null ? "" : name.toString().replaceFirst("\\.gz$", "");
        if (plain.equals(SegmentFile.ACTIVE)) {
            return new EntrySource(file, 0, Kind.ACTIVE);
        }
        OptionalLong first = SegmentFile.firstByName(plain);
        return first.isPresent()
                ? new EntrySource(file, first.getAsLong(), Kind.SEALED)
                : new EntrySource(file, 0, Kind.LOOSE);
    }

    public static EntrySource of(SegmentFile segment) {
        return new EntrySource(segment.path(), segment.first(), Kind.SEALED);
    }

    boolean isLoose() {
        return kind == Kind.LOOSE;
    }

    /** Opens the plain text at an offset, which must be 0 for gzip. Not a channel: those end with an interrupt. */
    public OpenSource open(long offset) throws IOException {
        if (content != null) {
            return new OpenSource(content.get(), false, null);
        }
        if (Files.exists(file)) {
            BoundedFile.requireEnd(file);
        }
        FileInputStream in = new FileInputStream(file.toFile());
        try {
            byte[] head = in.readNBytes(GZIP.length);
            boolean compressed = Arrays.equals(head, GZIP);
            if (compressed && offset > 0) {
                throw new IllegalArgumentException("gzip is read from its beginning, not from byte " + offset);
            }
            if (offset > 0) {
                in.getChannel().position(offset);
                return new OpenSource(in, false, rereader(in));
            }
            // Pushed back, because a pipe cannot seek.
            PushbackInputStream plain = new PushbackInputStream(BoundedFile.lines(in, file), GZIP.length);
            plain.unread(head);
            return compressed
                    ? new OpenSource(new GZIPInputStream(plain, BLOCK), true, null)
                    : new OpenSource(plain, false, rereader(in));
        } catch (IOException | RuntimeException failed) {
            in.close();
            throw failed;
        }
    }

    /** Only the active segment changes under its reader. */
    private LineSplitter.@Nullable Rereader rereader(FileInputStream in) {
        if (kind != Kind.ACTIVE || !Files.isRegularFile(file)) {
            return null;
        }
        return new LineSplitter.Rereader() {
            @Override
            public InputStream from(long offset) throws IOException {
                in.getChannel().position(offset);
                return in;
            }

            @Override
            public long length() throws IOException {
                return in.getChannel().size();
            }
        };
    }

    /**
     * The plain text of a file.
     *
     * @param rereader reads it anew; {@code null} if that is impossible or useless
     */
    public record OpenSource(InputStream in, boolean isCompressed, LineSplitter.@Nullable Rereader rereader)
            implements Closeable {
        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
