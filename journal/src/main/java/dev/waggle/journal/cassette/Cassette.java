package dev.waggle.journal.cassette;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import dev.waggle.journal.file.BadJournalException;
import dev.waggle.journal.file.Excerpt;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * One recorded deliberation: who took part, what was asked, what the agents said, and the calls of models behind it.
 *
 * <p>Its file is a journal like any other, cut down: line 1 is {@code run:opened} with the roster and the rule of the
 * ballots, line 2 {@code task:new}, and each further line something that an agent said, or that a harness told of a
 * call. Conflicts, counted votes, decision and ending are not in it, and a file that holds them is refused: whoever
 * plays a cassette works them out, so that another strategy or one vote less really makes a difference. The words are
 * played without the calls; the calls are for whoever has the models answer again, in {@code dev.waggle.journal.tape}.
 * A run that failed has a last line that says so.
 *
 * @param title for people, if it has one
 * @param question what was asked
 * @param roster the agents, in the order of their seats
 * @param ballots the word of the rule by which votes were given
 * @param told what followed
 */
public record Cassette(@Nullable String title, Question question, List<Seat> roster, String ballots, Told told) {

    /** Most lines of one cassette: a deliberation that somebody may want to watch is far shorter. */
    public static final int MAX_LINES = 100_000;

    public Cassette {
        roster = List.copyOf(roster);
    }

    /** What the agents said, in order; numbered by their lines in the file. */
    public List<LogEntry> entries() {
        return told.said();
    }

    /** What harnesses told of their calls, without pieces, in order; numbered by their lines in the file. */
    public List<LogEntry> calls() {
        return told.calls();
    }

    /** Why the run came to no good end; empty when it did. */
    public Optional<String> failure() {
        return Optional.ofNullable(told.failure());
    }

    /**
     * What followed on the question.
     *
     * @param said what the agents said
     * @param calls what harnesses told
     * @param failure why the run failed, if it did
     */
    public record Told(List<LogEntry> said, List<LogEntry> calls, @Nullable String failure) {
        public Told {
            said = List.copyOf(said);
            calls = List.copyOf(calls);
        }
    }

    /**
     * What was asked.
     *
     * @param signalId the id of its signal, which others answer to
     * @param text the question
     * @param context background, if there was any
     */
    public record Question(String signalId, String text, @Nullable String context) {}

    /**
     * An agent of the recording.
     *
     * @param id what its entries are marked with
     * @param name for people
     * @param role what it is there for; may be empty
     * @param weight multiplies the weights of its votes; finite and above 0
     */
    public record Seat(String id, String name, String role, double weight) {
        public Seat {
            if (id.isBlank()) {
                throw new IllegalArgumentException("id must not be blank");
            }
            if (!(weight > 0 && weight <= Double.MAX_VALUE)) {
                throw new IllegalArgumentException("weight must be above 0 and finite, got " + weight);
            }
        }
    }

    /**
     * Writes the cassette of one run: a file beside it first, which then takes its name and the place of what was
     * there.
     *
     * @param log the entries of a journal, in order, perhaps of several runs
     * @param run the run to keep
     * @throws IllegalArgumentException when the log does not hold that run with its question and its roster
     * @throws java.io.UncheckedIOException when the file cannot be written
     */
    public static void export(Iterable<LogEntry> log, String run, Path file) {
        Set<String> runs = new LinkedHashSet<>();
        List<LogEntry> kept = new ArrayList<>();
        for (LogEntry entry : log) {
            String its = entry.signal().scope().run();
            if (its != null) {
                runs.add(its);
            }
            if (run.equals(its) && CassetteLines.belongs(entry, kept.size())) {
                requireRoom(kept.size());
                kept.add(CassetteLines.placed(entry, kept.size() + 1L));
            }
        }
        if (kept.isEmpty()) {
            throw new IllegalArgumentException("the log holds no opened run " + run
                    + (runs.isEmpty() ? "" : "\nMaybe one of " + String.join(", ", runs) + '.'));
        }
        List<LogEntry> reduced = CassetteLines.reduced(kept);
        var _ = CassetteLines.parse(reduced);
        Excerpt.write(file, reduced);
    }

    /**
     * Reads a cassette, plain or gzip. Lines may have been taken out of it, to see what would have been without them.
     *
     * @throws BadJournalException when the file is none; the message names the line and the reason
     * @throws java.io.UncheckedIOException when it cannot be read
     */
    public static Cassette read(Path file) {
        List<LogEntry> lines = new ArrayList<>();
        try (Excerpt reading = Excerpt.read(file)) {
            for (Optional<LogEntry> entry = reading.next(); entry.isPresent(); entry = reading.next()) {
                requireRoom(lines.size());
                lines.add(numbered(entry.get(), lines.size() + 1L));
            }
            if (reading.tornBytes() > 0) {
                throw new IllegalArgumentException("line " + (lines.size() + 1)
                        + ": it is cut short\nMaybe the copy was interrupted: fetch the file again.");
            }
            return CassetteLines.parse(lines);
        } catch (IllegalArgumentException bad) {
            throw new BadJournalException(file, "not a cassette: " + Objects.requireNonNull(bad.getMessage()), bad);
        }
    }

    /** Its place in the file, whatever number it bears: lines may have been taken out. */
    private static LogEntry numbered(LogEntry entry, long line) {
        return new LogEntry(line, entry.recordedAt(), entry.emission(), entry.signal());
    }

    private static void requireRoom(int lines) {
        if (lines == MAX_LINES) {
            throw new IllegalArgumentException("a cassette must have at most " + MAX_LINES + " lines");
        }
    }
}
