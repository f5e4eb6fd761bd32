package dev.waggle.journal.file;

import java.io.IOException;
import java.nio.file.Path;

import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;

/** A disk that does so many operations and then no more, as when the process is killed. */
public final class StoppingDisk implements JournalDisk {

    private final JournalDisk disk = JournalDisk.real();
    private int left;

    public StoppingDisk(int operations) {
        this.left = operations;
    }

    /** True if it was asked for more operations than it did. */
    boolean hasStopped() {
        return left < 0;
    }

    @Override
    public void createFolder(Path folder) throws IOException {
        step();
        disk.createFolder(folder);
    }

    @Override
    public AppendFile open(Path file) throws IOException {
        step();
        AppendFile tape = disk.open(file);
        return new AppendFile() {
            @Override
            public long length() throws IOException {
                return tape.length();
            }

            @Override
            public void append(byte[] bytes, int count) throws IOException {
                if (left == 0) {
                    tape.append(bytes, count / 2);
                }
                step();
                tape.append(bytes, count);
            }

            @Override
            public void truncate(long length) throws IOException {
                step();
                tape.truncate(length);
            }

            @Override
            public void force() throws IOException {
                step();
                tape.force();
            }

            @Override
            public void close() throws IOException {
                tape.close();
            }
        };
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        step();
        disk.rename(from, to);
    }

    @Override
    public void delete(Path file) throws IOException {
        step();
        disk.delete(file);
    }

    @Override
    public void forceFolder(Path folder) throws IOException {
        step();
        disk.forceFolder(folder);
    }

    private void step() throws IOException {
        if (--left < 0) {
            throw new IOException("the disk has stopped");
        }
    }
}
