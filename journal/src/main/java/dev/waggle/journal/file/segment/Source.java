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
import java.util.zip.GZIPInputStream;

import org.jspecify.annotations.Nullable;

/**
 * A file that entries are read from.
 *
 * @param file plain or gzip, told by the content
 * @param first sequence number of its first entry, by its name; 0 when the name does not say
 * @param kind what is known of it
 */
public record Source(Path file, long first, Kind kind) {

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

    /** One file by itself; its name tells the kind. */
    public static Source single(Path file) {
        Path name = file.getFileName();
        String plain = name == null ? "" : name.toString().replaceFirst("\\.gz$", "");
        if (plain.equals(Segment.ACTIVE)) {
            return new Source(file, 0, Kind.ACTIVE);
        }
        OptionalLong first = Segment.firstByName(plain);
        return first.isPresent()
                ? new Source(file, first.getAsLong(), Kind.SEALED)
                : new Source(file, 0, Kind.LOOSE);
    }

    public static Source of(Segment segment) {
        return new Source(segment.file(), segment.first(), Kind.SEALED);
    }

    boolean isLoose() {
        return kind == Kind.LOOSE;
    }

    /** Opens the plain text at an offset, which must be 0 for gzip. Not a channel: those end with an interrupt. */
    public Opened open(long offset) throws IOException {
        FileInputStream in = new FileInputStream(file.toFile());
        try {
            byte[] head = in.readNBytes(GZIP.length);
            boolean compressed = Arrays.equals(head, GZIP);
            if (compressed && offset > 0) {
                throw new IllegalArgumentException("gzip is read from its beginning, not from byte " + offset);
            }
            if (offset > 0) {
                in.getChannel().position(offset);
                return new Opened(in, false, again(in));
            }
            // Pushed back, not gone back to: a pipe has no way back.
            PushbackInputStream plain = new PushbackInputStream(in, GZIP.length);
            plain.unread(head);
            return compressed
                    ? new Opened(new GZIPInputStream(plain, BLOCK), true, null)
                    : new Opened(plain, false, again(in));
        } catch (IOException | RuntimeException failed) {
            in.close();
            throw failed;
        }
    }

    /** Only the active segment changes under its reader. */
    private Lines.@Nullable Again again(FileInputStream in) {
        if (kind != Kind.ACTIVE || !Files.isRegularFile(file)) {
            return null;
        }
        return new Lines.Again() {
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
     * @param again reads it anew; {@code null} where that cannot be done or is of no use
     */
    public record Opened(InputStream in, boolean compressed, Lines.@Nullable Again again) implements Closeable {
        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
