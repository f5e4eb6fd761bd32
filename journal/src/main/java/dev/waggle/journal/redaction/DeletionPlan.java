package dev.waggle.journal.redaction;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import dev.waggle.journal.GapLine;
import dev.waggle.journal.file.BadJournalException;
import dev.waggle.journal.file.recovery.MultiFileCommit;
import dev.waggle.journal.file.recovery.MultiFileCommit.Replacement;
import dev.waggle.journal.file.segment.LineVerdict;
import dev.waggle.journal.file.segment.RawLineScanner;
import dev.waggle.journal.file.segment.RawLineScanner.RawLine;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.redaction.DeletionReport.DeletedRun;
import dev.waggle.journal.redaction.MovedLineFilter.MovedLines;
import dev.waggle.journal.redaction.RedactionReport.LeftFile;
import dev.waggle.signal.log.DeletionFact;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * The segments and the files of moved lines that hold entries of the runs to delete, and the files of those runs
 * alone. Owned by one thread.
 */
final class DeletionPlan {

    private static final int BLOCK = 64 * 1024;

    private final Path log;
    private final Set<String> runs;
    private final Map<String, Long> entries = new HashMap<>();
    private final Set<Path> segments = new TreeSet<>();
    private final Set<Path> files = new TreeSet<>();
    private final Set<String> others = new HashSet<>();
    private final Set<Path> moved = new TreeSet<>();
    private final List<LeftFile> left = new ArrayList<>();

    private DeletionPlan(Path log, Set<String> runs) {
        this.log = log;
        this.runs = Set.copyOf(runs);
    }

    /** Looks for the runs. */
    static DeletionPlan of(RunFileLocation location, Set<String> runs) throws IOException {
        Path log = location.log();
        DeletionPlan plan = new DeletionPlan(log, runs);
        for (SegmentFile sealed : SegmentFile.list(log)) {
            plan.count(sealed.path());
        }
        plan.count(log.resolve(SegmentFile.ACTIVE));
        for (String run : runs) {
            plan.files.addAll(location.filesOf(run));
        }
        plan.countMoved();
        return plan;
    }

    long entriesOf(String run) {
        return entries.getOrDefault(run, 0L);
    }

    boolean isEmpty() {
        return segments.isEmpty() && files.isEmpty() && moved.isEmpty();
    }

    /** The files that change or go, in the order of their paths. */
    List<Path> files() {
        Set<Path> all = new TreeSet<>(segments);
        all.addAll(files);
        all.addAll(moved);
        return List.copyOf(all);
    }

    /** The files of moved lines that may hold one of the runs still. */
    List<LeftFile> left() {
        return List.copyOf(left);
    }

    /** Writes the new content of all files beside them, with the facts at the end of the log, and decides for it. */
    void write(String id, LogTail tail, List<DeletedRun> counts, World world, JournalDisk disk) throws IOException {
        Path active = log.resolve(SegmentFile.ACTIVE);
        Set<Path> rewritten = new TreeSet<>(segments);
        rewritten.add(active);
        List<Replacement> replacements = new ArrayList<>();
        for (Path segment : rewritten) {
            replacements.add(Replacement.locked(name(segment)));
        }
        for (Path file : moved) {
            replacements.add(Replacement.locked(name(file)));
        }
        for (Path file : files) {
            replacements.add(Replacement.unlocked(name(file), file));
        }
        MultiFileCommit.prepare(log, log, id, Set.of(), replacements, disk);
        for (Path segment : rewritten) {
            try (NewFile out = NewFile.beside(segment, disk)) {
                copy(segment, out);
                if (segment.equals(active)) {
                    Instant now = world.now();
                    for (DeletedRun run : counts) {
                        if (run.entries() > 0) {
                            tail.append(DeletionFact.signal(world.nextId("sig"), now, run.run(), run.entries()), out);
                        }
                    }
                }
                out.finish();
            }
        }
        for (Path file : moved) {
            try (NewFile out = NewFile.beside(file, disk)) {
                var _ = filter().copy(file, out);
                out.finish();
            }
        }
        for (Path file : files) {
            try (NewFile none = NewFile.beside(file, disk)) {
                none.finish();
            }
            disk.forceFolder(file.resolveSibling(""));
        }
        disk.forceFolder(log);
        MultiFileCommit.commit(log, id, Set.of(), disk);
    }

    private String name(Path file) {
        return log.relativize(file).toString().replace('\\', '/');
    }

    private MovedLineFilter filter() {
        return new MovedLineFilter(runs, others);
    }

    private void countMoved() throws IOException {
        if (runs.isEmpty()) {
            return;
        }
        for (Path file : MovedLineFilter.filesOf(log)) {
            MovedLines lines = filter().copy(file, OutputStream.nullOutputStream());
            if (lines.ofRuns() > 0) {
                moved.add(file);
            }
            if (lines.unknown() > 0) {
                left.add(new LeftFile(file, "a damaged line in it names no run"));
            }
        }
    }

    private void count(Path segment) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(segment), BLOCK)) {
            RawLineScanner lines = RawLineScanner.of(in);
            long number = 0;
            for (RawLine line = lines.next(); line != null; line = lines.next()) {
                number++;
                byte[] bytes = line.bytes();
                if (bytes == null) {
                    throw new BadJournalException(segment, "line " + number + " is longer than any line of a journal,"
                            + " and may belong to the run\nMaybe move it away: waggle log repair.", null);
                }
                String run = run(segment, number, bytes);
                if (run != null) {
                    entries.merge(run, 1L, Long::sum);
                    segments.add(segment);
                }
            }
        }
    }

    /** The run of an entry if it is to be deleted; {@code null} for every other line. */
    private @Nullable String run(Path segment, long number, byte[] line) {
        return switch (LineVerdict.of(line)) {
            case LineVerdict.Entry(var entry) -> {
                String run = entry.signal().scope().run();
                if (run == null || runs.contains(run)) {
                    yield run;
                }
                others.add(run);
                yield null;
            }
            case LineVerdict.Gap _ -> null;
            case LineVerdict.Damaged bad -> {
                String text = new String(line, StandardCharsets.UTF_8);
                if (runs.stream().anyMatch(text::contains)) {
                    throw new BadJournalException(segment, "line " + number + " may belong to the run, and it is"
                            + " damaged: " + bad.reason() + "\nMaybe move it away first: waggle log repair.", null);
                }
                yield null;
            }
        };
    }

    /** Copies all lines but those of the runs, with a gap line for consecutive ones. */
    private void copy(Path segment, OutputStream out) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(segment), BLOCK)) {
            RawLineScanner lines = RawLineScanner.of(in);
            GapLine gap = null;
            for (RawLine line = lines.next(); line != null; line = lines.next()) {
                byte[] bytes = line.bytes();
                if (bytes == null) {
                    throw new IllegalStateException("a line of " + segment + " became too long");
                }
                GapLine own = gapOf(bytes);
                if (gap != null && own != null && gap.last() + 1 == own.first()) {
                    gap = new GapLine(gap.first(), gap.removed() + own.removed(), GapLine.DELETED);
                    continue;
                }
                if (gap != null) {
                    out.write(gap.toLine());
                }
                gap = own;
                if (own == null) {
                    out.write(bytes);
                    if (line.isEnded()) {
                        out.write('\n');
                    }
                }
            }
            if (gap != null) {
                out.write(gap.toLine());
            }
        }
    }

    private @Nullable GapLine gapOf(byte[] line) {
        return switch (LineVerdict.of(line)) {
            case LineVerdict.Entry(var entry) -> {
                String run = entry.signal().scope().run();
                yield run != null && runs.contains(run) ? new GapLine(entry.sequence(), 1, GapLine.DELETED) : null;
            }
            case LineVerdict.Gap(var gap) -> gap.reason().equals(GapLine.DELETED) ? gap : null;
            case LineVerdict.Damaged _ -> null;
        };
    }
}
