package dev.waggle.journal.delayed;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.lines.LineFile;
import org.jspecify.annotations.Nullable;

/**
 * File of the schedule. It has one writer, which the lock of the folder protects, and any number of readers. The first
 * event creates it. A kill loses at most the event that is being appended.
 *
 * <pre>
 *   append:  cut an unfinished line, once -> write a line, force; after a failure the file is as before
 *   compact: write the state beside it, force -> rename
 * </pre>
 *
 * <p>Its owner guards it by a lock.
 */
final class DelayFile implements Closeable {

    /** Name of the file in the folder of the log. */
    static final String NAME = "delayed.jsonl";

    /** Name of the file that a compaction writes; the next writer deletes what a killed one leaves. */
    private static final String REWRITTEN = NAME + ".new";

    private static final int BUFFER = 1024 * 1024;

    private final Path folder;
    private final Path path;
    private final JournalDisk disk;
    private @Nullable AppendFile open;
    private @Nullable IOException broken;
    private boolean isClosed;
    private long lines;

    DelayFile(Path folder, JournalDisk disk) {
        this.folder = folder;
        this.path = folder.resolve(NAME);
        this.disk = disk;
    }

    /**
     * Finding of the reading of a file.
     *
     * @param damaged number of damaged lines, which were skipped
     * @param message the same for people
     */
    record LoadReport(long damaged, String message) {}

    /**
     * Reads the events into a table.
     *
     * @throws IOException when the file cannot be read, or holds something else
     */
    LoadReport load(DelayTable table) throws IOException {
        if (!Files.exists(path)) {
            return new LoadReport(0, "");
        }
        Damages damages = new Damages();
        try (LineFile file = LineFile.open(path, DelayLine.BEGINNING, "delayed signals")) {
            file.read(0, 0, (line, offset) -> {
                lines++;
                try {
                    table.apply(DelayLine.decode(line), line.length);
                } catch (IllegalArgumentException damage) {
                    damages.add(offset, damage);
                }
                return true;
            });
        }
        return new LoadReport(damages.count, path + ": " + damages.count
                + " lines are damaged and do not apply, first " + damages.reason);
    }

    /** Damaged lines so far. */
    private static final class Damages {

        private long count;
        private String reason = "";

        void add(long offset, IllegalArgumentException damage) {
            if (count == 0) {
                reason = "the line at byte " + offset + ": "
                        + String.valueOf(damage.getMessage()).lines().findFirst().orElse("");
            }
            count++;
        }
    }

    /** Number of lines behind the head. */
    long lines() {
        return lines;
    }

    /**
     * Appends a line; when it returns, the disk has it.
     *
     * @throws UncheckedIOException when that failed. Then the file is as before, unless the message states that the
     *         line may be in it. From then on it accepts nothing until it is opened again
     */
    void append(byte[] line) {
        try {
            requireSound();
            AppendFile file = opened();
            long length = file.length();
            try {
                file.append(line, line.length);
                file.force();
            } catch (IOException failed) {
                undo(file, length, failed);
                throw failed;
            }
            lines++;
        } catch (IOException failed) {
            String doubt = failed.equals(broken)
                    ? "\nIt may be in the file nevertheless. Maybe open the folder again."
                    : "";
            throw new UncheckedIOException(path + ": the schedule of delayed signals was not written: "
                    + failed.getMessage() + doubt, failed);
        }
    }

    /** Replaces the file by the state of a table. */
    void compact(DelayTable table) throws IOException {
        requireSound();
        Path rewritten = folder.resolve(REWRITTEN);
        disk.delete(rewritten);
        long count = 0;
        try (AppendFile anew = disk.open(rewritten)) {
            ByteArrayOutputStream pending = new ByteArrayOutputStream();
            pending.writeBytes(head());
            for (DelayEvent event : table.snapshot()) {
                pending.writeBytes(DelayLine.encode(event));
                count++;
                if (pending.size() >= BUFFER) {
                    anew.append(pending.toByteArray(), pending.size());
                    pending.reset();
                }
            }
            anew.append(pending.toByteArray(), pending.size());
            anew.force();
        }
        release();
        disk.rename(rewritten, path);
        lines = count;
        disk.forceFolder(folder);
    }

    /** Ends writing; another process may write from now on. */
    @Override
    public void close() throws IOException {
        isClosed = true;
        release();
    }

    private void release() throws IOException {
        AppendFile file = open;
        open = null;
        if (file != null) {
            file.close();
        }
    }

    private void requireSound() throws IOException {
        if (isClosed) {
            throw new FileSystemException(path.toString(), null, "it is closed");
        }
        if (broken != null) {
            throw new FileSystemException(path.toString(), null, "an earlier write could not be undone: "
                    + broken.getMessage() + "\nMaybe open the folder again.");
        }
    }

    private void undo(AppendFile file, long length, IOException failed) {
        try {
            file.truncate(length);
            file.force();
        } catch (IOException stuck) {
            failed.addSuppressed(stuck);
            broken = failed;
        }
    }

    private AppendFile opened() throws IOException {
        AppendFile file = open;
        if (file == null) {
            disk.delete(folder.resolve(REWRITTEN));
            file = disk.open(path);
            try {
                prepare(file);
            } catch (IOException failed) {
                file.close();
                throw failed;
            }
            open = file;
        }
        return file;
    }

    /** Makes the file end with a whole line. */
    private void prepare(AppendFile file) throws IOException {
        if (file.length() > 0) {
            try (LineFile read = LineFile.open(path, DelayLine.BEGINNING, "delayed signals")) {
                long whole = read.wholeLength();
                if (whole < file.length()) {
                    file.truncate(whole);
                }
            }
        }
        if (file.length() == 0) {
            byte[] head = head();
            file.append(head, head.length);
            file.force();
            disk.forceFolder(folder);
        }
    }

    private static byte[] head() {
        return DelayLine.HEAD.getBytes(StandardCharsets.UTF_8);
    }
}
