package dev.waggle.journal.repair;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.waggle.journal.file.storage.PartialFileName;

/**
 * Files below a journal or a data folder that killed commands left. They are no part of a log. The next writer deletes
 * those of which it is certain; the others stay for a person.
 *
 * <pre>
 *   *.part                 a file that was being written; that of a living process is omitted
 *   events*.tmp            a compaction, repair, index or mark; deleted by the next writer
 *   inboxes.next, .old     condensed delivery facts; completed or deleted by the next writer
 * </pre>
 */
public final class LeftoverFiles {

    /** Folders of folders of journals, as recordings are. */
    private static final int MAX_DEPTH = 4;

    private static final Pattern UNFINISHED = Pattern.compile("events.*\\.tmp");
    private static final Set<String> CONDENSED = Set.of("inboxes.next", "inboxes.old");
    private static final Pattern OF_PROCESS = Pattern.compile("(?:.*\\.)?[0-9]+-[0-9]+-[^.]*\\.part");

    private LeftoverFiles() {}

    /** The files in a folder, in order of their paths. */
    public static List<Path> in(Path folder) {
        try (Stream<Path> files = Files.walk(folder, MAX_DEPTH)) {
            return files.filter(LeftoverFiles::isLeftover).sorted().toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(folder + " cannot be listed: " + failed.getMessage(), failed);
        }
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
