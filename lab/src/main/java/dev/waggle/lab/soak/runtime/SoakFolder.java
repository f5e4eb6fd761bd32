package dev.waggle.lab.soak.runtime;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Temporary folder of the soak. Of the folders that a work has used, the last {@value #RETAINED} stay, as a user might
 * retain them. Thread-safe.
 */
final class SoakFolder implements AutoCloseable {

    static final int RETAINED = 4;

    private final Path path;
    private final Map<String, Deque<Path>> used = new HashMap<>();
    private long created;

    private SoakFolder(Path path) {
        this.path = path;
    }

    static SoakFolder create() throws IOException {
        return new SoakFolder(Files.createTempDirectory("waggle-soak-"));
    }

    /** A new folder for that work; the oldest of its folders is deleted when there are too many. */
    synchronized Path next(String work) throws IOException {
        Deque<Path> folders = used.computeIfAbsent(work, _ -> new ArrayDeque<>());
        while (folders.size() >= RETAINED) {
            delete(folders.removeFirst());
        }
        Path folder = Files.createDirectory(path.resolve(work + "-" + ++created));
        folders.add(folder);
        return folder;
    }

    /** The bytes of all files. */
    synchronized long bytes() throws IOException {
        long[] bytes = {0};
        walk(new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                bytes[0] += attributes.size();
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) { // A journal syncs and deletes in the background.
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
        return bytes[0];
    }

    @Override
    public synchronized void close() throws IOException {
        delete(path);
    }

    private void walk(SimpleFileVisitor<Path> visitor) throws IOException {
        var _ = Files.walkFileTree(path, visitor);
    }

    private static void delete(Path folder) throws IOException {
        var _ = Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
