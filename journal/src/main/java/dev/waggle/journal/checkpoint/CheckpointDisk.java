package dev.waggle.journal.checkpoint;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.journal.file.storage.FolderDisk;
import dev.waggle.journal.file.storage.FolderSync;

/**
 * File operations of a checkpoint store: a seam at which tests let a disk fail. It uses streams, because a channel of
 * an interrupted thread closes at once, and an interrupted solve saves once more.
 */
interface CheckpointDisk extends FolderDisk {

    /** Makes an empty file; whether there was none. */
    boolean create(Path file) throws IOException;

    /** Writes a file and returns when the disk has its bytes. */
    void write(Path file, byte[] bytes) throws IOException;

    /** Renames a file, atomically; a file that had the new name is replaced. */
    void rename(Path from, Path to) throws IOException;

    /** Takes a file away; whether there was one. */
    boolean delete(Path file) throws IOException;

    /** The first bytes of a file; {@link NoSuchFileException} when there is none for certain. */
    byte[] read(Path file, int limit) throws IOException;

    /** Length of a file; {@link NoSuchFileException} when there is none. */
    long size(Path file) throws IOException;

    /** The files in a folder, in no order; {@link NoSuchFileException} when there is no folder. */
    List<Path> files(Path folder) throws IOException;

    /** The file system. */
    static CheckpointDisk real() {
        return new CheckpointDisk() {
            @Override
            public void createFolder(Path folder) throws IOException {
                Files.createDirectories(folder);
            }

            @Override
            public boolean create(Path file) throws IOException {
                return file.toFile().createNewFile();
            }

            @Override
            public void write(Path file, byte[] bytes) throws IOException {
                try (FileOutputStream out = new FileOutputStream(file.toFile())) {
                    out.write(bytes);
                    out.getFD().sync();
                }
            }

            @Override
            public void rename(Path from, Path to) throws IOException {
                Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }

            @Override
            public boolean delete(Path file) throws IOException {
                return Files.deleteIfExists(file);
            }

            @Override
            public void forceFolder(Path folder) throws IOException {
                FolderSync.force(folder);
            }

            @Override
            public byte[] read(Path file, int limit) throws IOException {
                if (Files.exists(file) && !Files.isRegularFile(file)) { // Nobody may ever write into a pipe.
                    throw new FileSystemException(file.toString(), null, "it is no regular file");
                }
                try (FileInputStream in = new FileInputStream(file.toFile())) {
                    return in.readNBytes(limit);
                } catch (FileNotFoundException unopened) { // It reports any obstacle to opening a file in this way.
                    if (Files.notExists(file)) {
                        throw new NoSuchFileException(file.toString());
                    }
                    throw unopened;
                }
            }

            @Override
            public long size(Path file) throws IOException {
                return Files.size(file);
            }

            @Override
            public List<Path> files(Path folder) throws IOException {
                List<Path> files = new ArrayList<>();
                try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
                    entries.forEach(files::add);
                }
                return files;
            }
        };
    }
}
