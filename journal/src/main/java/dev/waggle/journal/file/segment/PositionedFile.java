package dev.waggle.journal.file.segment;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Plain file that is read at any position. It stays the same file when another file takes its name. So a file that
 * was sealed or deleted meanwhile is read to its end. It is not a channel, because an interrupt closes channels.
 * Owned by one thread.
 */
public final class PositionedFile implements Closeable {

    private static final int BLOCK = 64 * 1024;

    /** Read first to find a line end: most lines are shorter. */
    private static final int FIRST_BLOCK = 512;

    /** Bytes that are searched for a text at a time. */
    private static final int SEARCHED = 1024 * 1024;

    private final RandomAccessFile file;
    private long bytesRead;

    private PositionedFile(RandomAccessFile file) {
        this.file = file;
    }

    /**
     * Opens a file for reading.
     *
     * @throws NoSuchFileException when there is no such file
     */
    public static PositionedFile open(Path path) throws IOException {
        try {
            return new PositionedFile(new RandomAccessFile(path.toFile(), "r"));
        } catch (java.io.FileNotFoundException failed) {
            if (!path.toFile().exists() || isFile(path)) {
                // It was absent, even if another file has taken its name since.
                throw new NoSuchFileException(path.toString(), null, "there is no such file");
            }
            throw failed;
        }
    }

    /** True if it is a file that can be opened now, so that an opening that failed found none. */
    public static boolean isFile(Path path) {
        return Files.isRegularFile(path) && Files.isReadable(path);
    }

    public long length() throws IOException {
        return file.length();
    }

    /** The work done, in bytes. */
    public long bytesRead() {
        return bytesRead;
    }

    /** At most so many bytes from there on; fewer at the end of the file. */
    public byte[] bytes(long offset, int count) throws IOException {
        byte[] bytes = new byte[(int) Math.max(0, Math.min(count, length() - offset))];
        file.seek(offset);
        file.readFully(bytes);
        bytesRead += bytes.length;
        return bytes;
    }

    /** True if the file contains that ASCII text, or shrinks while it is searched. */
    public boolean contains(String text) throws IOException {
        int overlap = text.length() - 1;
        try {
            for (long from = 0; from + overlap < length(); from += SEARCHED) {
                if (new String(bytes(from, SEARCHED + overlap), StandardCharsets.ISO_8859_1).contains(text)) {
                    return true;
                }
            }
            return false;
        } catch (EOFException shrunk) {
            return true;
        }
    }

    /** The bytes from one place to another, or to the end of the file; only one such stream at a time. */
    InputStream stream(long from, long to) throws IOException {
        file.seek(from);
        return new InputStream() {
            private long at = from;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 1 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int offset, int count) throws IOException {
                int wanted = (int) Math.min(count, to - at);
                int got = wanted == 0 ? -1 : file.read(into, offset, wanted);
                if (got > 0) {
                    at += got;
                    bytesRead += got;
                }
                return got;
            }
        };
    }

    /** Reads bytes again that are being written. */
    LineSplitter.Rereader rereader(long end) {
        return new LineSplitter.Rereader() {
            @Override
            public InputStream from(long offset) throws IOException {
                return stream(offset, end);
            }

            @Override
            public long length() throws IOException {
                return PositionedFile.this.length();
            }
        };
    }

    /**
     * Start of a line that is wholly before {@code end}, with about {@code size} bytes between; 0 at the beginning of
     * the file.
     *
     * @param end the start of a line, or the end of the file
     */
    public long lineStartBefore(long end, int size) throws IOException {
        for (long from = Math.max(0, end - size); from > 0; from = Math.max(0, from - BLOCK)) {
            long start = lineStartFrom(from, end);
            if (start < end) {
                return start;
            }
        }
        return 0;
    }

    /** The beginning of the first line that begins at or behind that place, or {@code end} when none does. */
    public long lineStartFrom(long offset, long end) throws IOException {
        if (offset == 0) {
            return 0;
        }
        int size = FIRST_BLOCK;
        for (long from = offset - 1; from < end; from += size, size = Math.min(2 * size, BLOCK)) {
            byte[] block = bytes(from, (int) Math.min(size, end - from));
            for (int i = 0; i < block.length; i++) {
                if (block[i] == '\n') {
                    return from + i + 1;
                }
            }
            if (block.length == 0) {
                return end;
            }
        }
        return end;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** Closes a file, if there is one. */
    public static void close(@Nullable Closeable open) throws IOException {
        if (open != null) {
            open.close();
        }
    }
}
