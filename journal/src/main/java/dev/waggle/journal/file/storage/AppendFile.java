package dev.waggle.journal.file.storage;

import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The bytes of a file that grows at its end: a seam at which tests let a disk fail. */
public interface AppendFile extends Closeable {

    long length() throws IOException;

    /** Writes the first so many of these bytes at the end, or throws having written any part of them. */
    void append(byte[] bytes, int count) throws IOException;

    void truncate(long length) throws IOException;

    /** Returns when the disk has everything. */
    void force() throws IOException;

    /**
     * Opens a file of the operating system; it is created when there is none. It is not a usual file channel, because
     * that closes itself when its thread is interrupted. One cancelled agent would then end the log of all. An
     * asynchronous channel stays open, and its {@code force} waits for data and length only (fdatasync). On a
     * journalling file system this was measured 15 % cheaper than everything (fsync).
     *
     * <p>Writing is in append mode, so bytes that another process added are never overwritten.
     */
    static AppendFile of(Path path) throws IOException {
        FileOutputStream out = new FileOutputStream(path.toFile(), true);
        AsynchronousFileChannel whole;
        try {
            whole = AsynchronousFileChannel.open(path, StandardOpenOption.WRITE);
        } catch (IOException failed) {
            out.close();
            throw failed;
        }
        return new AppendFile() {
            @Override
            public long length() throws IOException {
                return whole.size();
            }

            @Override
            public void append(byte[] bytes, int count) throws IOException {
                out.write(bytes, 0, count);
            }

            @Override
            public void truncate(long length) throws IOException {
                whole.truncate(length);
            }

            @Override
            public void force() throws IOException {
                whole.force(false);
            }

            @Override
            public void close() throws IOException {
                try (whole) {
                    out.close();
                }
            }
        };
    }
}
