package dev.waggle.journal.tape;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.waggle.journal.LineCodec;
import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.userfile.AtomicFile;
import dev.waggle.signal.log.LogEntry;

/**
 * File that grows by whole calls, each of which is on the disk when its append returns. Concurrent appends share a
 * sync: a thread that waited while another synced finds its lines on the disk already. Thread-safe.
 */
final class CallFile implements Closeable {

    private final AppendFile out;
    /** Held while lines are written; never while they are brought to the disk. */
    private final Object writing = new Object();
    /** Held while lines are brought to the disk; taken before {@link #writing} when both are. */
    private final Object syncing = new Object();
    private long lines;
    private long written;
    private long synced;
    private boolean isBroken;
    private boolean isClosed;

    private CallFile(AppendFile out) {
        this.out = out;
    }

    /**
     * Creates a file with a first line, and no file if the line cannot be written. The disk has its name afterwards,
     * so that it does not lose synced calls with the file.
     */
    static CallFile create(Path file, JournalDisk disk, LogEntry first) throws IOException {
        Files.createFile(file, AtomicFile.ownerOnly(file));
        try {
            CallFile calls = new CallFile(disk.open(file));
            try {
                calls.append(List.of(first));
                Path folder = file.getParent();
                if (folder != null && Files.isReadable(folder)) {
                    disk.forceFolder(folder);
                }
                return calls;
            } catch (IOException failed) {
                calls.out.close();
                throw failed;
            }
        } catch (IOException failed) {
            Files.deleteIfExists(file);
            throw failed;
        }
    }

    /**
     * Adds the entries of a call under the next numbers; nothing once it is closed.
     *
     * @throws IOException when they could not be written, and are not there, or not be brought to the disk
     * @throws IllegalArgumentException when one of them is longer than a line may be; none is there
     */
    void append(List<LogEntry> call) throws IOException {
        sync(write(call));
    }

    /** Syncs the file to the disk and closes it. */
    @Override
    public void close() throws IOException {
        synchronized (syncing) {
            synchronized (writing) {
                if (isClosed) {
                    return;
                }
                isClosed = true;
            }
            try {
                out.force();
                synced = Long.MAX_VALUE;
            } finally {
                out.close();
            }
        }
    }

    /** Writes a call and returns the end of its lines. A failed write is undone, so only whole calls remain. */
    private long write(List<LogEntry> call) throws IOException {
        synchronized (writing) {
            if (isClosed) {
                return 0;
            }
            if (isBroken) {
                throw new IOException("an earlier write could not be taken back");
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            long number = lines;
            for (LogEntry entry : call) {
                number++;
                bytes.writeBytes(LineCodec.line(number,
                        LineCodec.body(entry.signal(), entry.emission(), entry.recordedAt())));
            }
            try {
                out.append(bytes.toByteArray(), bytes.size());
            } catch (IOException failed) {
                takeBack(failed);
                throw failed;
            }
            lines = number;
            written += bytes.size();
            return written;
        }
    }

    private void takeBack(IOException failed) {
        try {
            out.truncate(written);
        } catch (IOException worse) {
            isBroken = true;
            failed.addSuppressed(worse);
        }
    }

    private void sync(long end) throws IOException {
        synchronized (syncing) {
            if (synced >= end) {
                return;
            }
            long upTo;
            synchronized (writing) {
                upTo = written;
            }
            out.force();
            synced = upTo;
        }
    }
}
