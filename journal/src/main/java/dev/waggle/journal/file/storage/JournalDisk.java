package dev.waggle.journal.file.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** File operations of a journal in its folder: a seam at which tests let a disk fail. */
public interface JournalDisk {

    /** Opens a file that grows; creates it when there is none. */
    AppendFile open(Path file) throws IOException;

    /** Renames a file, atomically; a file that had the new name is replaced. */
    void rename(Path from, Path to) throws IOException;

    /** Takes a file away; harmless when there is none. */
    void delete(Path file) throws IOException;

    /** Returns when the disk has the names in that folder. */
    void forceFolder(Path folder) throws IOException;

    /** The file system. */
    static JournalDisk real() {
        return new JournalDisk() {
            @Override
            public AppendFile open(Path file) throws IOException {
                return AppendFile.of(file);
            }

            @Override
            public void rename(Path from, Path to) throws IOException {
                Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }

            @Override
            public void delete(Path file) throws IOException {
                Files.deleteIfExists(file);
            }

            @Override
            public void forceFolder(Path folder) throws IOException {
                FolderSync.force(folder);
            }
        };
    }
}
