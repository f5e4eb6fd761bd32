package dev.waggle.cli.command.serve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.userfile.BoundedFile;
import org.jspecify.annotations.Nullable;

/**
 * Data folder of a demo: a temporary one that is removed at the end, or one that a user names and that stays.
 *
 * @param path the folder
 * @param isTemporary whether closing it removes it
 */
record DemoFolder(Path path, boolean isTemporary) implements AutoCloseable {

    /** File that marks the folder of a demo. */
    private static final String MARK = "demo";
    private static final String MARK_TEXT = "recorded deliberations\n";

    /**
     * Opens that folder.
     *
     * @param named the folder that a user names; {@code null} for a temporary one
     * @throws UserException when it holds anything but an earlier demo
     */
    static DemoFolder open(@Nullable Path named) {
        try {
            if (named == null) {
                return new DemoFolder(Files.createTempDirectory("waggle-demo-"), true);
            }
            requireEmptyOrDemo(named);
            Files.createDirectories(named);
            Files.writeString(named.resolve(MARK), MARK_TEXT);
            return new DemoFolder(named, false);
        } catch (IOException failed) {
            throw new UserException("the folder of the demo cannot be made: " + BoundedFile.reason(failed),
                    "Check the disk and the rights, or name a folder with --data.");
        }
    }

    private static void requireEmptyOrDemo(Path folder) throws IOException {
        if (!Files.exists(folder) || isMarked(folder.resolve(MARK))) {
            return;
        }
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                if (files.findAny().isEmpty()) {
                    return;
                }
            }
        }
        throw new UserException(folder + " is neither empty nor the folder of an earlier demo",
                "Name another folder, or omit --data for a temporary one.");
    }

    /** True for the file that a demo wrote; another file of that name, or a link, belongs to a user. */
    private static boolean isMarked(Path mark) throws IOException {
        return Files.isRegularFile(mark, LinkOption.NOFOLLOW_LINKS) && Files.size(mark) == MARK_TEXT.length()
                && Files.readString(mark, StandardCharsets.ISO_8859_1).equals(MARK_TEXT);
    }

    @Override
    public void close() {
        if (!isTemporary) {
            return;
        }
        try {
            Path _ = Files.walkFileTree(path, new Removal());
        } catch (IOException failed) {
            throw new UncheckedIOException("the folder " + path + " of the demo could not be removed", failed);
        }
    }

    /** Deletes a tree; links in it are deleted and not followed. */
    private static final class Removal extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failed) throws IOException {
            if (failed != null) {
                throw failed;
            }
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
