package dev.waggle.cli.input;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.util.zip.ZipException;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.userfile.BoundedFile;

/**
 * Strict reader of UTF-8 text. Refuses malformed bytes, lines without end and cut files with the number of the line.
 * A reader above it therefore never sees more than one long line at a time.
 */
final class StrictTextReader extends Reader {

    private final String file;
    private final InputStream in;
    private final int maxLine;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    private final ByteBuffer bytes = ByteBuffer.allocate(1 << 16).flip();
    private final CharBuffer chars = CharBuffer.allocate(1 << 14).flip();
    private Lines atStart = new Lines(1, 0, false);
    private Lines atEnd = atStart;
    private boolean ended;

    /** Text of lines with at most that many bytes. Without a limit one lost line break would fill the memory. */
    StrictTextReader(String file, InputStream in, int maxLine) {
        this.file = file;
        this.in = in;
        this.maxLine = maxLine;
    }

    @Override
    public int read(char[] target, int offset, int length) {
        while (!chars.hasRemaining()) {
            if (ended && !bytes.hasRemaining()) {
                return -1;
            }
            decode();
        }
        int count = Math.min(length, chars.remaining());
        chars.get(target, offset, count);
        return count;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private void decode() {
        chars.clear();
        CoderResult result = decoder.decode(bytes, chars, ended);
        chars.flip();
        if (result.isError()) {
            long line = atStart.after(bytes.array(), 0, bytes.position(), this).line();
            throw new UserException(file + ", line " + line + " is not valid UTF-8", "Save the file as UTF-8 text.");
        }
        if (result.isUnderflow() && !chars.hasRemaining() && !ended) {
            fill();
        }
    }

    /** Reads the next bytes. The remainder in the buffer is part of one character and holds no line break. */
    private void fill() {
        bytes.compact();
        int from = bytes.position();
        int count = readBytes(from);
        ended = count < 0;
        bytes.position(from + Math.max(count, 0)).flip();
        atStart = atEnd;
        atEnd = atStart.after(bytes.array(), from, bytes.limit(), this);
    }

    private int readBytes(int from) {
        try {
            return in.read(bytes.array(), from, bytes.capacity() - from);
        } catch (IOException failure) {
            throw unreadable(file, failure);
        }
    }

    /** Error message of a failed read: no permission, cut or damaged gzip, or a failure of the disk. */
    static UserException unreadable(String file, IOException failure) {
        return switch (failure) {
            case EOFException _ -> new UserException(file + " is a truncated gzip file: its end is missing",
                    "Copy or download it again.");
            case AccessDeniedException _ -> new UserException("no permission to read " + file,
                    "Change its permissions: chmod u+r does that.");
            case ZipException _ -> new UserException(file + " is a damaged gzip file (" + failure.getMessage() + ")",
                    "Copy or download it again.");
            default -> new UserException("cannot read " + file + " (" + BoundedFile.reason(failure) + ")",
                    "Check the file and its permissions.");
        };
    }

    /**
     * Position in the lines.
     *
     * @param line the number of the line, from 1
     * @param length its bytes so far
     * @param afterReturn whether the last byte was a carriage return, which a line feed may belong to
     */
    private record Lines(long line, int length, boolean afterReturn) {

        Lines after(byte[] bytes, int from, int to, StrictTextReader text) {
            long number = line;
            int size = length;
            boolean returned = afterReturn;
            for (int i = from; i < to; i++) {
                byte b = bytes[i];
                if (b == '\n' && returned) {
                    returned = false;
                } else if (b == '\n' || b == '\r') {
                    number++;
                    size = 0;
                    returned = b == '\r';
                } else {
                    returned = false;
                    size++;
                    refuse(b, size, number, text);
                }
            }
            return new Lines(number, size, returned);
        }

        private static void refuse(byte b, int length, long number, StrictTextReader text) {
            if (b == 0) {
                throw new UserException(text.file + ", line " + number + " holds a zero byte, so it is no text",
                        "Give it as UTF-8 text.");
            }
            if (length > text.maxLine) {
                throw new UserException(
                        text.file + ", line " + number + " is longer than " + (text.maxLine >> 20) + " MiB ("
                                + text.maxLine + " bytes)",
                        "Break it into one row a line.");
            }
        }
    }
}
