package dev.waggle.journal.redaction;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.journal.file.segment.LineVerdict;
import dev.waggle.journal.file.segment.RawLineScanner;
import dev.waggle.journal.file.segment.RawLineScanner.RawLine;

/**
 * Filter of the lines that a recovery or a repair moved aside, beside the segments of a log. It omits the lines that
 * name a run to delete. A line that names no run of the log may belong to any run.
 */
final class MovedLineFilter {

    private static final int BLOCK = 64 * 1024;

    private static final Pattern SCOPE = Pattern.compile("\"scope\":\\{\"run\":\"([A-Za-z0-9_-]+)\"");

    private final Set<String> runs;
    private final Set<String> others;
    private final Pattern named;

    /**
     * A filter.
     *
     * @param runs the runs to delete, at least one
     * @param others the other runs of the log
     */
    MovedLineFilter(Set<String> runs, Set<String> others) {
        this.runs = Set.copyOf(runs);
        this.others = Set.copyOf(others);
        named = Pattern.compile(runs.stream().map(Pattern::quote)
                .collect(Collectors.joining("|", "(?<![A-Za-z0-9_-])(?:", ")(?![A-Za-z0-9_-])")));
    }

    /** The lines of a file by the runs that they may belong to. */
    record MovedLines(long ofRuns, long unknown) {

        static final MovedLines UNREADABLE = new MovedLines(0, 1);
    }

    /** Owner of a line. */
    private enum Owner {
        DELETED, OTHER, UNKNOWN
    }

    /** The files with moved lines of a log, in the order of their paths. */
    static List<Path> filesOf(Path log) throws IOException {
        try (Stream<Path> files = Files.list(log)) {
            return files.filter(file -> FolderInventory.isRemains(String.valueOf(file.getFileName()))
                    && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)).sorted().toList();
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }

    /** Copies the lines that do not name the runs, and counts. A file with a line that is too long cannot be read. */
    MovedLines copy(Path file, OutputStream out) throws IOException {
        long ofRuns = 0;
        long unknown = 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BLOCK)) {
            RawLineScanner lines = RawLineScanner.of(in);
            for (RawLine line = lines.next(); line != null; line = lines.next()) {
                byte[] bytes = line.bytes();
                if (bytes == null) {
                    return MovedLines.UNREADABLE;
                }
                Owner owner = ownerOf(bytes);
                if (owner == Owner.DELETED) {
                    ofRuns++;
                    continue;
                }
                unknown += owner == Owner.UNKNOWN ? 1 : 0;
                out.write(bytes);
                if (line.isEnded()) {
                    out.write('\n');
                }
            }
        }
        return new MovedLines(ofRuns, unknown);
    }

    private Owner ownerOf(byte[] line) {
        if (line.length == 0) {
            return Owner.OTHER;
        }
        return switch (LineVerdict.of(line)) {
            case LineVerdict.Entry(var entry) -> {
                String run = entry.signal().scope().run();
                yield run != null && runs.contains(run) ? Owner.DELETED : Owner.OTHER;
            }
            case LineVerdict.Gap _ -> Owner.OTHER;
            case LineVerdict.Damaged _ -> ownerOf(new String(line, StandardCharsets.UTF_8));
        };
    }

    private Owner ownerOf(String damaged) {
        if (named.matcher(damaged).find()) {
            return Owner.DELETED;
        }
        Matcher scope = SCOPE.matcher(damaged);
        boolean isOther = false;
        while (scope.find()) {
            isOther = others.contains(scope.group(1));
        }
        return isOther ? Owner.OTHER : Owner.UNKNOWN;
    }
}
