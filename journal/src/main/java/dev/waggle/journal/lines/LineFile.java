package dev.waggle.journal.lines;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/**
 * Reader of a file of lines. The first line is its head, with the name and the version of the log. It reads whole lines
 * only, so an append that runs meanwhile is not seen. Owned by one thread. It is no channel, because that closes itself
 * when its thread is interrupted.
 */
public final class LineFile implements Closeable {

    private static final int BUFFER = 64 * 1024;

    private final Path path;
    private final RandomAccessFile file;
    private final byte[] buffer = new byte[BUFFER];
    private int head;

    private LineFile(Path path, RandomAccessFile file) {
        this.path = path;
        this.file = file;
    }

    /** Receives the lines of a file. */
    @FunctionalInterface
    public interface LineReader {

        /**
         * Accepts a line.
         *
         * @param line its bytes, with the line end
         * @param offset the place of its first byte
         * @return true to read on
         * @throws IllegalArgumentException when it is damaged
         */
        boolean accept(byte[] line, long offset);
    }

    /**
     * Opens the file.
     *
     * @param beginning the beginning of the head, up to its version
     * @param content what such a log holds, for messages
     * @throws IOException when it cannot be read, or holds something else
     */
    public static LineFile open(Path path, String beginning, String content) throws IOException {
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "r");
        LineFile opened = new LineFile(path, file);
        try {
            opened.requireHead(beginning, content);
            return opened;
        } catch (IOException other) {
            file.close();
            throw other;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** Length of the head in bytes, with its line end; 0 when there is none yet. */
    public int headLength() {
        return head;
    }

    /** The head, without its line end; empty when there is none yet. */
    public String head() throws IOException {
        byte[] bytes = new byte[Math.max(0, head - 1)];
        file.seek(0);
        file.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Length in bytes. */
    public long length() throws IOException {
        return file.length();
    }

    /** Length up to the end of the last whole line. */
    public long wholeLength() throws IOException {
        return lineEndBefore(file.length());
    }

    /** End of the last line that ends at or before that place. */
    private long lineEndBefore(long place) throws IOException {
        for (long end = place; end > 0;) {
            int count = (int) Math.min(BUFFER, end);
            file.seek(end - count);
            file.readFully(buffer, 0, count);
            for (int i = count - 1; i >= 0; i--) {
                if (buffer[i] == '\n') {
                    return end - count + i + 1;
                }
            }
            end -= count;
        }
        return 0;
    }

    /** The bytes of the last whole line; empty when there is none behind the head. */
    public byte[] lastLine() throws IOException {
        return lineBefore(wholeLength());
    }

    /** The bytes of the line that ends at that place; empty when there is none behind the head. */
    public byte[] lineBefore(long end) throws IOException {
        if (end <= head) {
            return new byte[0];
        }
        long begin = lineEndBefore(end - 1);
        if (end - begin > ChecksummedLine.MAX_LINE) {
            throw damaged("the line before byte " + end, "it has more than " + ChecksummedLine.MAX_LINE + " bytes");
        }
        byte[] line = new byte[(int) (end - begin)];
        file.seek(begin);
        file.readFully(line);
        return line;
    }

    /**
     * The checksum of the line that ends right before that place, as its digits; 0 at the start, -1 if no line ends
     * there.
     */
    public long sumBefore(long offset) throws IOException {
        if (offset == 0) {
            return 0;
        }
        if (offset < head || offset > file.length() || head == 0) {
            return -1;
        }
        byte[] end = new byte[Long.BYTES + ChecksummedLine.END.length()];
        file.seek(offset - end.length);
        file.readFully(end);
        return end[end.length - 1] == '\n' ? ByteBuffer.wrap(end).getLong() : -1;
    }

    /**
     * Reads the lines from that place.
     *
     * @param offset the place where a line begins; anything within the head stands for the first line behind it
     * @param before the number of the line before it, for messages
     * @throws IOException when a line is damaged; the message names it
     */
    public void read(long offset, long before, LineReader reader) throws IOException {
        long next = Math.max(offset, head);
        long begun = next;
        long number = before;
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            file.seek(next);
            int count = file.read(buffer, 0, BUFFER);
            if (count <= 0) {
                return;
            }
            int begin = 0;
            for (int i = 0; i < count; i++) {
                if (buffer[i] == '\n') {
                    line.write(buffer, begin, i + 1 - begin);
                    number++;
                    if (!accept(reader, line.toByteArray(), begun, number)) {
                        return;
                    }
                    begun += line.size();
                    line.reset();
                    begin = i + 1;
                }
            }
            line.write(buffer, begin, count - begin);
            next += count;
            if (line.size() > ChecksummedLine.MAX_LINE) {
                throw damaged("line " + (number + 2), "it has more than " + ChecksummedLine.MAX_LINE + " bytes");
            }
        }
    }

    private boolean accept(LineReader reader, byte[] line, long offset, long number) throws IOException {
        try {
            return reader.accept(line, offset);
        } catch (IllegalArgumentException damage) {
            throw damaged("line " + (number + 1), String.valueOf(damage.getMessage()).lines().findFirst().orElse(""));
        }
    }

    private IOException damaged(String line, String reason) {
        return new FileSystemException(path.toString(), null, line + " is damaged: " + reason
                + "\nMaybe restore the file from a backup; it was not changed.");
    }

    /** An empty file, or an unfinished first line, is that of a process that ended early. */
    private void requireHead(String beginning, String content) throws IOException {
        byte[] first = new byte[(int) Math.min(BUFFER, file.length())];
        file.readFully(first);
        String text = new String(first, StandardCharsets.UTF_8);
        String known = text.length() < beginning.length() ? beginning.substring(0, text.length()) : beginning;
        if (!text.startsWith(known)) {
            boolean isLater = text.startsWith(beginning.substring(0, beginning.lastIndexOf(':')));
            throw new FileSystemException(path.toString(), null, isLater
                    ? "it is a log of " + content + " of another version\nMaybe read it with a newer Waggle."
                    : "it is no log of " + content + "\nMaybe name another folder, or move the file away.");
        }
        for (int i = 0; i < first.length; i++) {
            if (first[i] == '\n') {
                head = i + 1;
                return;
            }
        }
        if (first.length == BUFFER) {
            throw damaged("line 1", "it does not end");
        }
    }
}
