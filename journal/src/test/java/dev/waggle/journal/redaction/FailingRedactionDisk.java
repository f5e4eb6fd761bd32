package dev.waggle.journal.redaction;

import java.io.IOException;
import java.nio.file.Path;

import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;

/** The file system, on which some files have no room. */
abstract class FailingRedactionDisk implements JournalDisk {

    private final JournalDisk disk = JournalDisk.real();

    protected abstract boolean isFull(Path file);

    @Override
    public void createFolder(Path folder) throws IOException {
        disk.createFolder(folder);
    }

    @Override
    public AppendFile open(Path file) throws IOException {
        AppendFile opened = disk.open(file);
        if (!isFull(file)) {
            return opened;
        }
        return new AppendFile() {
            @Override
            public long length() throws IOException {
                return opened.length();
            }

            @Override
            public void append(byte[] bytes, int count) throws IOException {
                opened.append(bytes, count / 2);
                throw new IOException("No space left on device");
            }

            @Override
            public void truncate(long length) throws IOException {
                opened.truncate(length);
            }

            @Override
            public void force() throws IOException {
                opened.force();
            }

            @Override
            public void close() throws IOException {
                opened.close();
            }
        };
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        disk.rename(from, to);
    }

    @Override
    public void delete(Path file) throws IOException {
        disk.delete(file);
    }

    @Override
    public void forceFolder(Path folder) throws IOException {
        disk.forceFolder(folder);
    }
}
