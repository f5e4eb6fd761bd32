package dev.waggle.journal.redaction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.SequencedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files that belong to one run alone, in a data folder or in the folder of its log.
 *
 * <pre>
 *   answers/RUN/       answers of a solve without an end: beside the log of a data folder, in that of any other log
 *   seats/RUN.jsonl    answers of people
 * </pre>
 *
 * @param root the data folder; the folder of the log where there is none
 * @param log the folder of the log
 */
record RunFileLocation(Path root, Path log) {

    private static final String ANSWERS = "answers";
    private static final String SEATS = "seats";

    /** Ids that are file names; a foreign log may have others, which have no files. */
    private static final Pattern FILE_NAME = Pattern.compile("[A-Za-z0-9_-]{1,128}");

    /** The files of a run, in the order of their paths. Links are not followed. */
    SequencedSet<Path> filesOf(String run) throws IOException {
        SequencedSet<Path> files = new TreeSet<>();
        if (FILE_NAME.matcher(run).matches()) {
            for (Path place : places()) {
                Path people = place.resolve(SEATS).resolve(run + ".jsonl");
                if (isFile(people)) {
                    files.add(people);
                }
                Path answers = place.resolve(ANSWERS).resolve(run);
                if (isFolder(answers)) {
                    addFiles(answers, files);
                }
            }
        }
        return files;
    }

    /** Deletes the folders of answers that hold no file. The caller holds the lock of the log. */
    void deleteEmptyFolders() throws IOException {
        for (Path place : places()) {
            Path answers = place.resolve(ANSWERS);
            if (isFolder(answers)) {
                for (Path run : children(answers)) {
                    if (isFolder(run) && children(run).isEmpty()) {
                        deleteIfEmpty(run);
                    }
                }
                deleteIfEmpty(answers);
            }
        }
    }

    private SequencedSet<Path> places() {
        return new TreeSet<>(List.of(root, log));
    }

    private static void addFiles(Path folder, SequencedSet<Path> files) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            all.filter(RunFileLocation::isFile).forEach(files::add);
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }

    private static List<Path> children(Path folder) throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return children.toList();
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }

    private static void deleteIfEmpty(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException _) {
            // A file that came meanwhile stays.
        }
    }

    private static boolean isFile(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isFolder(Path folder) {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
    }
}
