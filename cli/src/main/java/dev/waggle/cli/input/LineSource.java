package dev.waggle.cli.input;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

import dev.waggle.cli.terminal.UserError;

/**
 * The lines of a UTF-8 text file, plain or gzip (told by its content), one at a time. Every way in which a file can be
 * unreadable is a {@link UserError} that names file and line. Owned by one thread.
 */
public final class LineSource implements AutoCloseable {

    private static final int BUFFER = 1 << 16;

    private final String name;
    private final int maxBytes;
    private final InputStream in;
    private long line;

    private LineSource(String name, InputStream in, int maxBytes) {
        this.name = name;
        this.in = in;
        this.maxBytes = maxBytes;
    }

    /** Opens a file whose lines have at most that many bytes. */
    public static LineSource open(Path file, int maxBytes) {
        if (Files.isDirectory(file)) {
            throw new UserError(file + " is a directory", "Name a file in it.");
        }
        try {
            return of(file.toString(), Files.newInputStream(file), maxBytes);
        } catch (NoSuchFileException missing) {
            throw new UserError("no such file: " + file, "Check the path.");
        } catch (AccessDeniedException denied) {
            throw new UserError("no permission to read " + file, "Check its owner and mode.");
        } catch (IOException failed) {
            throw new UserError("cannot read " + file + ": " + failed.getMessage(), "Check the file.");
        }
    }

    /** Reads an open stream, which is closed with this. */
    public static LineSource of(String name, InputStream stream, int maxBytes) throws IOException {
        BufferedInputStream raw = new BufferedInputStream(stream, BUFFER);
        raw.mark(2);
        boolean gzip = raw.read() == 0x1f && raw.read() == 0x8b;
        raw.reset();
        return new LineSource(name, gzip ? new BufferedInputStream(new GZIPInputStream(raw, BUFFER), BUFFER) : raw,
                maxBytes);
    }

    /** What is read, for messages. */
    public String name() {
        return name;
    }

    /** The number of the line that was read last, from 1. */
    public long line() {
        return line;
    }

    /** The next line without its end; empty at the end of the file. */
    public Optional<String> next() {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
            int read = in.read();
            if (read < 0) {
                return Optional.empty();
            }
            line++;
            while (read >= 0 && read != '\n') {
                bytes.write(read);
                if (bytes.size() > maxBytes) {
                    throw new UserError(name + ":" + line + " has more than " + maxBytes + " bytes in one line",
                            "Check that the file is a text file with line ends.");
                }
                read = in.read();
            }
            return Optional.of(decode(bytes.toByteArray()));
        } catch (EOFException | ZipException torn) {
            throw new UserError(name + " is a damaged gzip file: it ends or breaks after line " + line,
                    "Copy or compress it again.");
        } catch (IOException failed) {
            throw new UserError("cannot read " + name + " after line " + line + ": " + failed.getMessage(),
                    "Check the file.");
        }
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException alreadyRead) {
            throw new UserError("cannot close " + name + ": " + alreadyRead.getMessage(), "Check the disk.");
        }
    }

    private String decode(byte[] bytes) {
        int end = bytes.length > 0 && bytes[bytes.length - 1] == '\r' ? bytes.length - 1 : bytes.length;
        int start = line == 1 && end >= 3 && bytes[0] == (byte) 0xef && bytes[1] == (byte) 0xbb
                && bytes[2] == (byte) 0xbf ? 3 : 0;
        for (int i = start; i < end; i++) {
            if (bytes[i] == 0) {
                throw new UserError(name + ":" + line + " holds a zero byte", "Check that it is a text file.");
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, start, end - start)).toString();
        } catch (CharacterCodingException invalid) {
            throw new UserError(name + ":" + line + " is not valid UTF-8", "Save the file as UTF-8 text.");
        }
    }
}
