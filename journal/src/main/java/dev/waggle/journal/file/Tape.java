package dev.waggle.journal.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** The bytes of a file that is written: a seam at which tests let a disk fail. */
interface Tape extends Closeable {

    long length() throws IOException;

    byte[] read(long from, int count) throws IOException;

    /** Writes all bytes, or throws having written any part of them. */
    void write(long at, byte[] bytes) throws IOException;

    void truncate(long length) throws IOException;

    /** Returns when the disk has everything. */
    void force() throws IOException;

    /**
     * A file of the operating system. Not a channel: those close themselves when the writing thread is interrupted, and
     * one cancelled agent would end the log of all.
     */
    static Tape of(Path path) throws IOException {
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        return new Tape() {
            @Override
            public long length() throws IOException {
                return file.length();
            }

            @Override
            public byte[] read(long from, int count) throws IOException {
                byte[] bytes = new byte[count];
                file.seek(from);
                file.readFully(bytes);
                return bytes;
            }

            @Override
            public void write(long at, byte[] bytes) throws IOException {
                file.seek(at);
                file.write(bytes);
            }

            @Override
            public void truncate(long length) throws IOException {
                file.setLength(length);
            }

            @Override
            public void force() throws IOException {
                file.getFD().sync();
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }
}
