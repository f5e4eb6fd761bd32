package dev.waggle.journal.file.segment;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

import dev.waggle.journal.LineCodec;
import org.jspecify.annotations.Nullable;

/** Cuts a stream of bytes into lines; memory is bounded by the longest line. Owned by one thread. */
final class LineSplitter implements AutoCloseable {

    /** Read at once: little at first, for often only a few lines are wanted, then more. */
    private static final int FIRST_BLOCK = 4 * 1024;
    private static final int BLOCK = 64 * 1024;

    private final @Nullable Rereader rereader;
    private InputStream in;
    private byte[] buffer = new byte[FIRST_BLOCK];
    private int from;
    private int to;
    private long offset;
    private long bytesRead;
    private boolean consumedRest;
    private boolean isAssembled;

    /** Lines of a stream that starts at that offset of its file. */
    LineSplitter(InputStream in, long offset, @Nullable Rereader again) {
        this.in = in;
        this.rereader = again;
        this.offset = offset;
    }

    /** Reads bytes again that may have changed since the first reading. */
    interface Rereader {

        InputStream from(long offset) throws IOException;

        long length() throws IOException;
    }

    /**
     * The next line without its line end, or {@code null} when no whole line is there yet. A later call finds the lines
     * that a growing file has got since.
     */
    byte @Nullable [] next() throws IOException {
        int searched = from;
        isAssembled = false;
        while (true) {
            for (int i = searched; i < to; i++) {
                if (buffer[i] == '\n') {
                    byte[] line = Arrays.copyOfRange(buffer, from, i);
                    advance(i + 1 - from);
                    if (consumedRest && line.length == 0) {
                        consumedRest = false;
                        return next();
                    }
                    consumedRest = false;
                    return line;
                }
            }
            int seen = to - from;
            if (!fill()) {
                return null;
            }
            searched = from + seen;
            isAssembled |= seen > 0;
        }
    }

    /** Takes the bytes behind the last line end as a line; the line end that may follow later belongs to it. */
    byte[] consumeRest() {
        byte[] rest = rest();
        advance(to - from);
        consumedRest = true;
        return rest;
    }

    /** The bytes behind the last line end. */
    byte[] rest() {
        return Arrays.copyOfRange(buffer, from, to);
    }

    /**
     * True if the last line was assembled from several readings. Its writer may have withdrawn the bytes of the first
     * ones in between.
     */
    boolean isAssembled() {
        return isAssembled;
    }

    /** True if {@link #rewind} is possible. */
    boolean isRewindable() {
        return rereader != null;
    }

    /** Discards the bytes that were read ahead and continues there. */
    void rewind(long to) throws IOException {
        if (rereader == null) {
            throw new IllegalStateException("this stream is only read forward");
        }
        in = rereader.from(to);
        from = 0;
        this.to = 0;
        offset = to;
        consumedRest = false;
    }

    /** The length of a file that has become shorter than the part already read; -1 when it has not. */
    long shrunkTo() throws IOException {
        long length = rereader == null ? Long.MAX_VALUE : rereader.length();
        return length < offset ? length : -1;
    }

    /** Passes over a line that is too long; false when its end is not there yet. */
    boolean skipLine() throws IOException {
        while (true) {
            while (from < to) {
                boolean isEnd = buffer[from] == '\n';
                advance(1);
                if (isEnd) {
                    return true;
                }
            }
            if (!fill()) {
                return false;
            }
        }
    }

    /** Offset in the file at which the next line begins. */
    long offset() {
        return offset;
    }

    /** Number of bytes that were read from the stream, as a measure of work. */
    long bytesRead() {
        return bytesRead;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private void advance(int count) {
        from += count;
        offset += count;
    }

    private boolean fill() throws IOException {
        if (to - from >= LineCodec.MAX_LINE) {
            throw new LineTooLongException();
        }
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, to - from);
            to -= from;
            from = 0;
        }
        boolean isFirst = bytesRead == 0;
        if (to == buffer.length || (buffer.length < BLOCK && !isFirst)) {
            buffer = Arrays.copyOf(buffer, Math.min(2 * buffer.length, LineCodec.MAX_LINE));
        }
        int count = in.read(buffer, to, buffer.length - to);
        if (count <= 0) {
            return false;
        }
        to += count;
        bytesRead += count;
        return true;
    }

    /** A line that no journal wrote. */
    static final class LineTooLongException extends IOException {

        private static final long serialVersionUID = 1;

        LineTooLongException() {
            super("a line must have at most " + LineCodec.MAX_LINE + " bytes");
        }
    }
}
