package dev.waggle.journal.file.segment;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import dev.waggle.journal.LineCodec;
import dev.waggle.journal.userfile.BoundedFile;
import org.jspecify.annotations.Nullable;

/**
 * Scanner of lines of any content, from some byte of a file to its end, for recovery. Memory is bounded by the
 * longest line of a journal; of a longer one only its length is reported. Owned by one thread.
 */
public final class RawLineScanner implements Closeable {

    private static final int BLOCK = 64 * 1024;

    private final InputStream in;
    private byte[] buffer = new byte[BLOCK];
    private int from;
    private int to;
    private long offset;

    private RawLineScanner(InputStream in, long offset) {
        this.in = in;
        this.offset = offset;
    }

    /** The lines of a file from that byte on. */
    public static RawLineScanner of(Path file, long offset) throws IOException {
        if (Files.exists(file)) {
            BoundedFile.requireEnd(file);
        }
        FileInputStream in = new FileInputStream(file.toFile());
        try {
            in.skipNBytes(offset);
            return new RawLineScanner(in, offset);
        } catch (IOException failed) {
            in.close();
            throw failed;
        }
    }

    /** The lines of a stream. */
    public static RawLineScanner of(InputStream in) {
        return new RawLineScanner(in, 0);
    }

    /**
     * A line.
     *
     * @param offset its start
     * @param length its number of bytes, the line end included
     * @param bytes the line without its line end; {@code null} when it is longer than any line of a journal
     * @param isEnded whether it has a line end; only the last line of a file may have none
     */
    @SuppressWarnings("ArrayRecordComponent")
    public // never compared
    record RawLine(long offset, long length, byte @Nullable [] bytes, boolean isEnded) {

        /** Position of the line; {@code number} counts lines, 0 when that is not known. */
        ScannedLine.LinePosition position(long number) {
            return new ScannedLine.LinePosition(number, offset, offset + length);
        }
    }

    /** The next line; {@code null} at the end. */
    public @Nullable RawLine next() throws IOException {
        int searched = from;
        while (true) {
            for (int i = searched; i < to; i++) {
                if (buffer[i] == '\n') {
                    return cutLine(i + 1, true);
                }
            }
            int seen = to - from;
            if (seen >= LineCodec.MAX_LINE) {
                return skip();
            }
            if (!fill()) {
                return from == to ? null : cutLine(to, false);
            }
            searched = from + seen;
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private RawLine cutLine(int end, boolean isEnded) {
        byte[] bytes = Arrays.copyOfRange(buffer, from, isEnded ? end - 1 : end);
        RawLine line = new RawLine(offset, end - from, bytes, isEnded);
        offset += end - from;
        from = end;
        return line;
    }

    private RawLine skip() throws IOException {
        long start = offset;
        while (true) {
            for (int i = from; i < to; i++) {
                if (buffer[i] == '\n') {
                    offset += i + 1 - from;
                    from = i + 1;
                    return new RawLine(start, offset - start, null, true);
                }
            }
            offset += to - from;
            from = to;
            if (!fill()) {
                return new RawLine(start, offset - start, null, false);
            }
        }
    }

    private boolean fill() throws IOException {
        System.arraycopy(buffer, from, buffer, 0, to - from);
        to -= from;
        from = 0;
        if (to == buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.min(2 * buffer.length, LineCodec.MAX_LINE));
        }
        int count = in.read(buffer, to, buffer.length - to);
        to += Math.max(0, count);
        return count > 0;
    }
}
