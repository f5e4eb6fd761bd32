package dev.waggle.journal.file.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** File operations of a journal in its folder: a seam at which tests let a disk fail. */
public interface JournalDisk extends FolderDisk {

    /** Opens a file that grows; creates it when there is none. */
    AppendFile open(Path file) throws IOException;

    /** Renames a file or a folder, atomically; a file that had the new name is replaced. */
    void rename(Path from, Path to) throws IOException;

    /** Takes a file or an empty folder away; harmless when there is none. */
    void delete(Path file) throws IOException;

    /** The file system. */
    static JournalDisk real() {
        return new JournalDisk() {
            @Override
            public void createFolder(Path folder) throws IOException {
                Files.createDirectories(folder);
            }

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
