package dev.waggle.journal.userfile;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reader of files that a user names, with an end. Ordinary files and pipes are read, as those of a shell. A device has
 * no end, and a socket or a folder no content.
 */
public final class BoundedFile {

    /** Longest text without a line break in a pipe of lines; no line of ours is longer than a sixteenth of it. */
    private static final long MAX_UNBROKEN = 128L << 20;

    private BoundedFile() {}

    /**
     * Refuses a file of a kind that has no end or no content, without opening it.
     *
     * @throws IOException when it is one, or cannot be looked at; {@link java.nio.file.NoSuchFileException} when there
     *        is none
     */
    public static void requireEnd(Path file) throws IOException {
        FileKind kind = FileKind.of(file);
        if (kind == FileKind.DEVICE && StreamPath.descriptor(file.toAbsolutePath()).isPresent()) {
            return;
        }
        if (kind != FileKind.ORDINARY && kind != FileKind.PIPE) {
            throw new FileSystemException(file.toString(), null, "it is " + kind.words());
        }
    }

    /**
     * Reads all bytes of a small file.
     *
     * @param max the largest number of bytes
     * @throws IOException when it has more, or cannot be read
     */
    public static byte[] bytes(Path file, int max) throws IOException {
        requireEnd(file);
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(max + 1);
            if (bytes.length > max) {
                throw new FileSystemException(file.toString(), null, "it has more than " + max + " bytes");
            }
            return bytes;
        }
    }

    /**
     * Reads the text of a small file.
     *
     * @param max the largest number of bytes
     * @throws CharacterCodingException when it is not UTF-8
     * @throws IOException as {@link #bytes}
     */
    public static String text(Path file, int max) throws IOException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes(file, max))).toString();
    }

    /** The reason of a failure, without the name of the file. */
    public static String reason(IOException failed) {
        if (failed instanceof FileSystemException named && named.getReason() != null) {
            return named.getReason();
        }
        return switch (failed) {
            case NoSuchFileException _ -> "there is no such file";
            case AccessDeniedException _ -> "it may not be read";
            case FileSystemException other -> other.getClass().getSimpleName();
            default -> String.valueOf(failed.getMessage());
        };
    }

    /** Ends the lines of a pipe that never breaks one; an ordinary file has an end of its own. */
    public static InputStream lines(InputStream in, Path file) {
        return Files.isRegularFile(file) ? in : new UnbrokenLineGuard(in, file);
    }

    private static final class UnbrokenLineGuard extends FilterInputStream {

        private final Path file;
        private long unbroken;

        UnbrokenLineGuard(InputStream in, Path file) {
            super(in);
            this.file = file;
        }

        @Override
        public int read() throws IOException {
            int b = super.read();
            unbroken = b == '\n' || b < 0 ? 0 : unbroken + 1;
            requireBreak();
            return b;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int count = super.read(bytes, from, length);
            for (int i = from + count - 1; i >= from; i--) {
                if (bytes[i] == '\n') {
                    unbroken = from + count - 1L - i;
                    return count;
                }
            }
            unbroken += Math.max(count, 0);
            requireBreak();
            return count;
        }

        private void requireBreak() throws FileSystemException {
            if (unbroken > MAX_UNBROKEN) {
                throw new FileSystemException(file.toString(), null,
                        "it has more than " + MAX_UNBROKEN + " bytes without a line break");
            }
        }
    }
}
