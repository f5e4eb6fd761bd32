package dev.waggle.journal.repair;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import dev.waggle.journal.file.storage.PartialFileName;
import org.jspecify.annotations.Nullable;

/**
 * Files below a journal or a data folder that killed commands left. They are no part of a log. The next writer deletes
 * those of which it is certain; the others stay for a person.
 *
 * <pre>
 *   *.part                 a file that was being written; that of a living process is omitted
 *   events*.tmp            a compaction, repair, index or mark; deleted by the next writer
 *   inboxes.next, .old     condensed delivery facts; completed or deleted by the next writer
 *   redaction.*, *.redacted   a redaction; completed or deleted by the next writer
 * </pre>
 */
public final class LeftoverFiles {

    /** Folders of folders of journals, as recordings are. */
    private static final int MAX_DEPTH = 4;

    /** Largest number of files that are looked at, in a folder that holds much else. */
    private static final int MAX_VISITED = 50_000;

    private static final Pattern UNFINISHED = Pattern
            .compile("events.*\\.tmp|redaction\\.(prepared|committed)|.*\\.redacted");
    private static final Set<String> CONDENSED = Set.of("inboxes.next", "inboxes.old");
    private static final Pattern OF_PROCESS = Pattern.compile("(?:.*\\.)?[0-9]+-[0-9]+-[^.]*\\.part");

    private LeftoverFiles() {}

    /**
     * The files in a folder, in order of their paths. Folders below it that cannot be read are omitted, and so is what
     * comes after the first {@value #MAX_VISITED} files.
     */
    public static List<Path> in(Path folder) {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(folder, Set.of(), MAX_DEPTH, new SimpleFileVisitor<>() {

                private int visited;

                @Override
                public FileVisitResult preVisitDirectory(Path below, BasicFileAttributes attributes) {
                    return add(below);
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    return add(file);
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException failed) throws IOException {
                    if (file.equals(folder)) {
                        throw failed;
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path below, @Nullable IOException failed) {
                    return FileVisitResult.CONTINUE;
                }

                private FileVisitResult add(Path file) {
                    if (isLeftover(file)) {
                        found.add(file);
                    }
                    return ++visited < MAX_VISITED ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
                }
            });
        } catch (IOException failed) {
            throw new UncheckedIOException(folder + " cannot be listed: " + failed.getMessage(), failed);
        }
        return found.stream().sorted().toList();
    }

    private static boolean isLeftover(Path file) {
        String name = String.valueOf(file.getFileName());
        if (Files.isDirectory(file)) {
            return CONDENSED.contains(name);
        }
        return UNFINISHED.matcher(name).matches() || (name.endsWith(PartialFileName.SUFFIX)
                && (!OF_PROCESS.matcher(name).matches() || PartialFileName.isLeftBehind(name)));
    }
}
