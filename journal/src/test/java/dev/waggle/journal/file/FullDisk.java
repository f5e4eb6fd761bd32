package dev.waggle.journal.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Predicate;

import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;

/**
 * The file system, on which some files have no room: half of each write arrives.
 *
 * @param isFull true for a file without room, asked at each write
 */
public record FullDisk(Predicate<Path> isFull) implements JournalDisk {

    private static final JournalDisk DISK = JournalDisk.real();

    @Override
    public void createFolder(Path folder) throws IOException {
        DISK.createFolder(folder);
    }

    @Override
    public AppendFile open(Path file) throws IOException {
        AppendFile opened = DISK.open(file);
        return new AppendFile() {
            @Override
            public long length() throws IOException {
                return opened.length();
            }

            @Override
            public void append(byte[] bytes, int count) throws IOException {
                boolean isWithoutRoom = isFull.test(file);
                opened.append(bytes, isWithoutRoom ? count / 2 : count);
                if (isWithoutRoom) {
                    throw new IOException("No space left on device");
                }
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
        DISK.rename(from, to);
    }

    @Override
    public void delete(Path file) throws IOException {
        DISK.delete(file);
    }

    @Override
    public void forceFolder(Path folder) throws IOException {
        DISK.forceFolder(folder);
    }
}
