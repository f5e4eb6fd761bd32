package dev.waggle.cli.journal;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.file.JournalDamage;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.swarm.runlog.RunFacts;
import org.jspecify.annotations.Nullable;

/**
 * Reads one run of a journal. The index of a sealed segment names the blocks that may hold entries of the run. So the
 * work follows the length of the run and of the active segment, which has no index. The length of the journal hardly
 * matters. A missing or unsuitable index costs time only.
 *
 * <p>Numbers that are missing between two entries of the run may belong to other runs, or be lost. So what lies between
 * is read, too, and its damage is reported.
 */
public final class RunReader {

    /** Maximum number of entries in memory. */
    static final int MAX_ENTRIES = 2_000_000;

    private static final Pattern OPENED = Pattern.of(RunFacts.OPENED.text());

    /** Entries between those of the run that are in memory at a time. */
    static final int CHUNK = 10_000;

    /** Number of entries that are examined first, from the end; 16 times as many next. */
    private static final int FIRST_LOOK = 1;

    private static final int GROWTH = 16;

    private final Path place;
    private final TerminalScreen screen;
    private long bytesRead;

    /** A reader of runs in the journal at that place; damage is reported on the error stream of the screen. */
    public RunReader(Path place, TerminalScreen screen) {
        this.place = place;
        this.screen = screen;
    }

    /** The refusal of a run without entries, with the command that lists the others. */
    public static UserException unknown(Path journal, String run) {
        return new UserException(journal + " holds no run \"" + run + '"',
                "Find its runs with: waggle log show " + journal + " --type run:opened --json");
    }

    /**
     * Entries of a run.
     *
     * @param entries in order; empty for an unknown run
     * @param damages damage that may have cost an entry of it
     */
    public record RunExcerpt(List<LogEntry> entries, List<JournalDamage> damages) {

        public RunExcerpt {
            entries = List.copyOf(entries);
            damages = List.copyOf(damages);
        }
    }

    /** The run of that id; without one the last one that began. */
    public String runOrLast(@Nullable String run) {
        if (run != null) {
            return run;
        }
        return lastRun(JournalQuery.ALL.ofTypes(OPENED)).orElseThrow(() -> RunIndex.read(place, screen).withoutRuns());
    }

    /** True if a run began before that one. */
    public boolean hasEarlierRun(String run) {
        try (JournalReader reader = JournalOpener.open(place)) {
            return reader.select(JournalQuery.ALL.ofTypes(OPENED).withFirst(1)).stream()
                    .anyMatch(entry -> !run.equals(entry.signal().scope().run()));
        }
    }

    /** Reads a run. */
    public RunExcerpt read(String run) {
        return read(run, RunIndex.IndexedRun::last);
    }

    /**
     * Does something with the entries of a run in order, from that sequence number on, while it answers true. Memory
     * does not grow with the run.
     *
     * @return true if the journal holds an entry of the run, perhaps before that number
     */
    public boolean forEach(String run, long from, Predicate<LogEntry> action) {
        try (JournalReader reader = JournalOpener.open(place)) {
            boolean isKnown = Files.isDirectory(place)
                    ? walk(reader, run, from, action)
                    : stream(reader, run, from, action);
            JournalOpener.report(reader, screen);
            bytesRead += reader.bytesRead();
            return isKnown;
        }
    }

    /** The run of the last entry that has one; empty when no entry has one. */
    public Optional<String> runOfLastEntry() {
        return lastRun(JournalQuery.ALL);
    }

    /** Reads a run to verify it. A run without an end may have lost it, so all that follows is read, too. */
    public RunExcerpt readToVerify(String run) {
        return read(run, known -> known.isClosed() ? known.last() : Long.MAX_VALUE);
    }

    private RunExcerpt read(String run, ToLongFunction<RunIndex.IndexedRun> end) {
        try (JournalReader reader = JournalOpener.open(place)) {
            RunExcerpt found = Files.isDirectory(place) ? indexed(reader, run, end) : streamed(reader, run);
            JournalOpener.report(reader, screen);
            bytesRead += reader.bytesRead();
            return found;
        }
    }

    /** Number of bytes read so far, as a measure of work. */
    long bytesRead() {
        return bytesRead;
    }

    /** The run of the last entry that fits and has one. */
    private Optional<String> lastRun(JournalQuery query) {
        try (JournalReader reader = JournalOpener.open(place)) {
            for (long count = FIRST_LOOK;; count = Math.min(Integer.MAX_VALUE, count * GROWTH)) {
                List<LogEntry> last = reader.select(query.withLast((int) count));
                for (LogEntry entry : last.reversed()) {
                    String run = entry.signal().scope().run();
                    if (run != null) {
                        bytesRead += reader.bytesRead();
                        return Optional.of(run);
                    }
                }
                if (last.size() < count) {
                    bytesRead += reader.bytesRead();
                    return Optional.empty();
                }
            }
        }
    }

    private RunExcerpt indexed(JournalReader reader, String run, ToLongFunction<RunIndex.IndexedRun> end) {
        List<LogEntry> entries = reader.select(JournalQuery.ALL.ofRun(run).withFirst(MAX_ENTRIES + 1));
        if (entries.isEmpty()) {
            return new RunExcerpt(entries, List.of());
        }
        requireLimit(run, entries.size());
        RunIndex.IndexedRun known = extent(entries);
        long last = end.applyAsLong(known);
        if (last - known.first() >= entries.size()) {
            readBetween(reader, known.first(), last);
        }
        return new RunExcerpt(entries, known.in(reader.damages()));
    }

    private static boolean walk(JournalReader reader, String run, long from, Predicate<LogEntry> action) {
        long first = 0;
        long last = from - 1;
        long count = 0;
        List<LogEntry> some = entries(reader, run, from, CHUNK);
        while (!some.isEmpty()) {
            for (LogEntry entry : some) {
                if (!action.test(entry)) {
                    return true;
                }
            }
            first = first == 0 ? some.getFirst().sequence() : first;
            last = some.getLast().sequence();
            count += some.size();
            some = some.size() < CHUNK ? List.of() : entries(reader, run, last + 1, CHUNK);
        }
        if (count > 0 && last - first >= count) {
            readBetween(reader, first, last);
        }
        return count > 0 || !entries(reader, run, 1, 1).isEmpty();
    }

    private static List<LogEntry> entries(JournalReader reader, String run, long from, int limit) {
        return reader.select(JournalQuery.fromSequence(from).ofRun(run).withFirst(limit));
    }

    /** Reads a file, perhaps a pipe, once from its front and to its end. */
    private static boolean stream(JournalReader reader, String run, long from, Predicate<LogEntry> action) {
        boolean[] isKnown = {false};
        boolean[] isWanted = {true};
        reader.forEach(entry -> {
            if (run.equals(entry.signal().scope().run())) {
                isKnown[0] = true;
                isWanted[0] = isWanted[0] && (entry.sequence() < from || action.test(entry));
            }
        });
        return isKnown[0];
    }

    /** Reads all entries between two, so that the reader finds the damage there. */
    private static void readBetween(JournalReader reader, long first, long last) {
        List<LogEntry> some = reader.select(JournalQuery.fromSequence(first).withFirst(CHUNK));
        while (!some.isEmpty() && some.getLast().sequence() < last) {
            some = reader.select(JournalQuery.fromSequence(some.getLast().sequence() + 1).withFirst(CHUNK));
        }
    }

    /** Reads a file, perhaps a pipe, once from its front. */
    private RunExcerpt streamed(JournalReader reader, String run) {
        List<LogEntry> entries = new ArrayList<>();
        reader.forEach(entry -> {
            if (run.equals(entry.signal().scope().run())) {
                entries.add(entry);
                requireLimit(run, entries.size());
            }
        });
        return new RunExcerpt(entries, entries.isEmpty() ? List.of() : extent(entries).in(reader.damages()));
    }

    private static RunIndex.IndexedRun extent(List<LogEntry> entries) {
        return new RunIndex.IndexedRun(entries.getFirst().sequence(), entries.getLast().sequence(),
                entries.stream().anyMatch(entry -> entry.signal().type().equals(RunFacts.CLOSED)));
    }

    private void requireLimit(String run, int count) {
        if (count > MAX_ENTRIES) {
            throw new UserException(place + " holds more than " + MAX_ENTRIES + " entries of run " + run,
                    "A run of that length is not read into memory.");
        }
    }
}
