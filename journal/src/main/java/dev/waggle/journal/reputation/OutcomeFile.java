package dev.waggle.journal.reputation;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.function.Consumer;

import dev.waggle.signal.learning.OutcomeLog.LoggedOutcome;
import dev.waggle.signal.learning.OutcomeLog.OutcomeMark;

/**
 * Reader of the file of a log of outcomes. It reads whole lines only, so an append that runs meanwhile is not seen.
 * Owned by one thread. It is no channel, because that closes itself when its thread is interrupted.
 */
final class OutcomeFile implements Closeable {

    private static final int BUFFER = 64 * 1024;

    private final Path path;
    private final RandomAccessFile file;
    private final byte[] buffer = new byte[BUFFER];

    private OutcomeFile(Path path, RandomAccessFile file) {
        this.path = path;
        this.file = file;
    }

    /**
     * Opens the file.
     *
     * @throws IOException when it cannot be read, or holds something else
     */
    static OutcomeFile open(Path path) throws IOException {
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "r");
        OutcomeFile opened = new OutcomeFile(path, file);
        try {
            opened.requireHead();
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

    /** Length up to the end of the last whole line. */
    long wholeLength() throws IOException {
        for (long end = file.length(); end > 0;) {
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

    /**
     * The checksum of the line that ends right before that place, as its digits; 0 at the start, -1 if no line ends
     * there.
     */
    long sumBefore(long offset) throws IOException {
        if (offset == 0) {
            return 0;
        }
        if (offset < OutcomeLine.HEAD.length() || offset > file.length()) {
            return -1;
        }
        byte[] end = new byte[Long.BYTES + OutcomeLine.END.length()];
        file.seek(offset - end.length);
        file.readFully(end);
        return end[end.length - 1] == '\n' ? ByteBuffer.wrap(end).getLong() : -1;
    }

    /**
     * Reads the outcomes behind a mark.
     *
     * @throws IOException when a line is damaged; the message names it
     */
    OutcomeMark read(OutcomeMark from, Consumer<LoggedOutcome> reader) throws IOException {
        OutcomeMark mark = from;
        long next = Math.max(from.offset(), OutcomeLine.HEAD.length());
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            file.seek(next);
            int count = file.read(buffer, 0, BUFFER);
            if (count <= 0) {
                return mark;
            }
            int begin = 0;
            for (int i = 0; i < count; i++) {
                if (buffer[i] == '\n') {
                    line.write(buffer, begin, i + 1 - begin);
                    LoggedOutcome entry = decode(line.toByteArray(), mark);
                    mark = entry.end();
                    reader.accept(entry);
                    line.reset();
                    begin = i + 1;
                }
            }
            line.write(buffer, begin, count - begin);
            next += count;
            if (line.size() > OutcomeLine.MAX_LINE) {
                throw damaged(mark, "it has more than " + OutcomeLine.MAX_LINE + " bytes");
            }
        }
    }

    /**
     * The outcome of that run whose line begins at that offset.
     *
     * @throws OutcomeIndex.StaleIndexException when another line is there
     */
    LoggedOutcome at(long offset, String run) throws IOException {
        file.seek(offset);
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int end = -1;
        while (end < 0 && line.size() <= OutcomeLine.MAX_LINE) {
            int count = file.read(buffer, 0, BUFFER);
            if (count <= 0) {
                break;
            }
            for (int i = 0; i < count && end < 0; i++) {
                end = buffer[i] == '\n' ? i + 1 : -1;
            }
            line.write(buffer, 0, end < 0 ? count : end);
        }
        try {
            LoggedOutcome entry = OutcomeLine.decodeAt(line.toByteArray(), offset);
            if (entry.run().equals(run)) {
                return entry;
            }
        } catch (IllegalArgumentException damage) {
            throw new OutcomeIndex.StaleIndexException(
                    "the line at byte " + offset + " is damaged: " + damage.getMessage());
        }
        throw new OutcomeIndex.StaleIndexException("the line at byte " + offset + " is of another run");
    }

    private LoggedOutcome decode(byte[] line, OutcomeMark before) throws IOException {
        try {
            return OutcomeLine.decode(line, before);
        } catch (IllegalArgumentException damage) {
            throw damaged(before, String.valueOf(damage.getMessage()).lines().findFirst().orElse(""));
        }
    }

    private IOException damaged(OutcomeMark before, String reason) {
        return new FileSystemException(path.toString(), null, "line " + (before.number() + 2) + " is damaged: " + reason
                + "\nMaybe restore the file from a backup; it was not changed.");
    }

    /** An empty file, or an unfinished first line, is that of a process that ended early. */
    private void requireHead() throws IOException {
        byte[] head = new byte[(int) Math.min(OutcomeLine.HEAD.length(), file.length())];
        file.readFully(head);
        String text = new String(head, StandardCharsets.UTF_8);
        if (!OutcomeLine.HEAD.startsWith(text)) {
            boolean isLater = text.startsWith(OutcomeLine.HEAD.substring(0, OutcomeLine.HEAD.indexOf('1')));
            throw new FileSystemException(path.toString(), null, isLater
                    ? "it is a log of outcomes of another version\nMaybe read it with a newer Waggle."
                    : "it is no log of outcomes\nMaybe name another folder, or move the file away.");
        }
    }
}
