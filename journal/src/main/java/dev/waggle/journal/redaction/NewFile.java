package dev.waggle.journal.redaction;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import dev.waggle.journal.file.recovery.MultiFileCommit;
import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;

/** New content of a file, which stands beside it with the same permissions. Owned by one thread. */
final class NewFile extends OutputStream {

    private static final int BLOCK = 64 * 1024;

    private final AppendFile file;
    private final byte[] buffer = new byte[BLOCK];
    private int count;

    private NewFile(AppendFile file) {
        this.file = file;
    }

    static NewFile beside(Path old, JournalDisk disk) throws IOException {
        Path file = MultiFileCommit.newFile(old);
        disk.delete(file);
        AppendFile opened = disk.open(file);
        try {
            if (old.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(file, Files.getPosixFilePermissions(old));
            }
            return new NewFile(opened);
        } catch (IOException failed) {
            opened.close();
            throw failed;
        }
    }

    @Override
    public void write(int value) throws IOException {
        if (count == BLOCK) {
            flush();
        }
        buffer[count] = (byte) value;
        count++;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        for (int at = from; at < from + length;) {
            if (count == BLOCK) {
                flush();
            }
            int some = Math.min(BLOCK - count, from + length - at);
            System.arraycopy(bytes, at, buffer, count, some);
            count += some;
            at += some;
        }
    }

    @Override
    public void flush() throws IOException {
        if (count > 0) {
            file.append(Arrays.copyOf(buffer, count), count);
            count = 0;
        }
    }

    /** Returns when the disk has all of it. */
    void finish() throws IOException {
        flush();
        file.force();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
