package dev.waggle.journal.cassette;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import dev.waggle.journal.cassette.Cassette.Question;
import dev.waggle.journal.cassette.Cassette.Seat;
import dev.waggle.journal.file.BadJournalException;
import dev.waggle.journal.file.JournalExcerpt;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/** File of a {@link Cassette}: selection, reduction and meaning of the entries of a log. */
public final class CassetteFile {

    /** Maximum number of lines of one cassette; a deliberation that is watched is far shorter. */
    public static final int MAX_LINES = 100_000;

    private static final SignalType OPENED = SignalType.custom("run:opened");

    /** Field of the rounds without a move that the decision waited for; absent is none. */
    private static final String SETTLE_ROUNDS = "settleRounds";

    private static final int MAX_SETTLE_ROUNDS = 100;

    private static final List<String> OPENED_FIELDS = List.of("run", "title", "agents", "ballots", SETTLE_ROUNDS);

    /** Field of the random seed. Agents chose their questions by it, so it is stored with calls. */
    private static final String SEED = "seed";

    private CassetteFile() {}

    /**
     * Writes the cassette of one run, first to a file beside it, which then replaces the old one.
     *
     * @param log the entries of a journal, in order, perhaps of several runs
     * @param run the run to record
     * @throws IllegalArgumentException when the log does not hold that run with its question and its roster
     * @throws java.io.UncheckedIOException when the file cannot be written
     */
    public static void export(Iterable<LogEntry> log, String run, Path file) {
        JournalExcerpt.write(file, lines(log, run));
    }

    /**
     * Writes the cassette of one run to an open stream.
     *
     * @param log the entries of a journal, in order, perhaps of several runs
     * @param run the run to record
     * @throws IllegalArgumentException when the log does not hold that run with its question and its roster; then
     *        nothing is written
     * @throws IOException when the stream cannot be written
     */
    public static void export(Iterable<LogEntry> log, String run, OutputStream out) throws IOException {
        JournalExcerpt.write(out, lines(log, run));
    }

    private static List<LogEntry> lines(Iterable<LogEntry> log, String run) {
        Set<String> runs = new LinkedHashSet<>();
        List<LogEntry> entries = new ArrayList<>();
        for (LogEntry entry : log) {
            String entryRun = entry.signal().scope().run();
            if (entryRun != null) {
                runs.add(entryRun);
            }
            if (run.equals(entryRun) && belongs(entry, entries.size())) {
                requireRoom(entries.size());
                entries.add(renumbered(entry, entries.size() + 1L));
            }
        }
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("the log holds no opened run " + run
                    + (runs.isEmpty() ? "" : "\nMaybe one of " + String.join(", ", runs) + '.'));
        }
        List<LogEntry> reduced = reduced(entries);
        var _ = parse(reduced);
        return reduced;
    }

    /**
     * Reads a cassette, plain or gzip. Lines may have been removed from it, to see the deliberation without them.
     *
     * @throws BadJournalException when the file is none; the message names the line and the reason
     * @throws java.io.UncheckedIOException when it cannot be read
     */
    public static Cassette read(Path file) {
        return read(file, () -> JournalExcerpt.read(file));
    }

    /**
     * Reads a cassette that is no file.
     *
     * @param name its name in messages
     * @param text plain UTF-8
     * @throws BadJournalException when it is none; the message names the line and the reason
     */
    public static Cassette read(Path name, byte[] text) {
        return read(name, () -> JournalExcerpt.read(name, text));
    }

    private static Cassette read(Path file, Supplier<JournalExcerpt> excerpt) {
        List<LogEntry> lines = new ArrayList<>();
        try (JournalExcerpt reading = excerpt.get()) {
            for (Optional<LogEntry> entry = reading.next(); entry.isPresent(); entry = reading.next()) {
                requireRoom(lines.size());
                lines.add(renumbered(entry.get(), lines.size() + 1L));
            }
            if (reading.tornBytes() > 0) {
                throw new IllegalArgumentException("line " + (lines.size() + 1)
                        + ": it is cut short\nMaybe the copy was interrupted: fetch the file again.");
            }
            return parse(lines);
        } catch (IllegalArgumentException bad) {
            throw new BadJournalException(file, "not a cassette: " + Objects.requireNonNull(bad.getMessage()), bad);
        }
    }

    private static void requireRoom(int lines) {
        if (lines == MAX_LINES) {
            throw new IllegalArgumentException("a cassette must have at most " + MAX_LINES + " lines");
        }
    }

    /** True if an entry is the next one that a cassette with so many lines expects. */
    private static boolean belongs(LogEntry entry, int lines) {
        return switch (lines) {
            case 0 -> isOpening(entry);
            case 1 -> isQuestion(entry);
            default -> isStatement(entry) || isCallEntry(entry) || CassetteFailure.isFailure(entry);
        };
    }

    /** The entry at its place in the file, regardless of its number, because lines may have been removed. */
    private static LogEntry renumbered(LogEntry entry, long sequence) {
        return new LogEntry(sequence, entry.recordedAt(), entry.emission(), entry.signal());
    }

    /** The lines with only the given facts of the opening, and no rules of the decision. */
    private static List<LogEntry> reduced(List<LogEntry> lines) {
        LogEntry opening = lines.getFirst();
        Signal signal = opening.signal();
        if (!(signal.payload() instanceof Payload.Open open && open.data() instanceof JsonValue.Obj data)) {
            return lines;
        }
        Map<String, JsonValue> openedFields = new LinkedHashMap<>(data.fields());
        boolean seeded = lines.stream().anyMatch(CassetteFile::isCallEntry);
        openedFields.keySet().removeIf(name -> !OPENED_FIELDS.contains(name) && !(seeded && name.equals(SEED)));
        Signal reduced = new Signal(signal.id(), signal.type(), signal.source(), signal.time(),
                Payload.Open.data(JsonValue.of(openedFields)), signal.scope(), signal.links(), signal.grading(),
                signal.lifetime(), signal.audience(), signal.extensions());
        List<LogEntry> all = new ArrayList<>(lines);
        all.set(0, new LogEntry(opening.sequence(), opening.recordedAt(), opening.emission(), reduced));
        return all;
    }

    /** The cassette of its lines; an error is an {@link IllegalArgumentException} that names the line. */
    private static Cassette parse(List<LogEntry> lines) {
        if (lines.isEmpty() || !isOpening(lines.getFirst())) {
            throw new IllegalArgumentException("line 1: it must be run:opened"
                    + "\nMaybe it is a whole journal: export the run first.");
        }
        if (lines.size() < 2 || !isQuestion(lines.get(1))) {
            throw new IllegalArgumentException("line 2: it must be task:new by the runtime; there is no question");
        }
        Opening opening = at(1, () -> opening(lines.getFirst().signal()));
        Question question = at(2, () -> question(lines.get(1).signal()));
        return new Cassette(opening.title(), question, opening.roster(), opening.ballots(),
                opening.settleRounds(), content(lines.subList(2, lines.size()), opening.roster()));
    }

    private static Cassette.Content content(List<LogEntry> lines, List<Seat> roster) {
        List<LogEntry> drafts = new ArrayList<>();
        List<LogEntry> calls = new ArrayList<>();
        String failure = null;
        for (LogEntry entry : lines) {
            if (failure != null) {
                throw new IllegalArgumentException("line " + entry.sequence() + ": " + entry.signal().type()
                        + " stands behind the end of the recording");
            }
            if (CassetteFailure.isFailure(entry)) {
                failure = CassetteFailure.reason(entry);
            } else if (isCallEntry(entry)) {
                calls.add(entry);
            } else {
                requireStatementOfSeat(entry, roster);
                drafts.add(entry);
            }
        }
        return new Cassette.Content(drafts, calls, failure);
    }

    private record Opening(@Nullable String title, String ballots, int settleRounds, List<Seat> roster) {}

    private static boolean isOpening(LogEntry entry) {
        return entry.emission().invocation() == 0 && entry.signal().type().equals(OPENED);
    }

    private static boolean isQuestion(LogEntry entry) {
        return entry.emission().invocation() == 0 && entry.signal().type().equals(SignalType.TASK_NEW);
    }

    private static boolean isStatement(LogEntry entry) {
        return entry.emission().invocation() > 0 && entry.signal().type().profile() != Profile.HARNESS;
    }

    /** Pieces are omitted, because the entry that follows them holds their sum. */
    private static boolean isCallEntry(LogEntry entry) {
        SignalType type = entry.signal().type();
        return type.profile() == Profile.HARNESS && !type.equals(HarnessSignals.TEXT_DELTA)
                && !type.equals(HarnessSignals.THINKING_DELTA);
    }

    private static Opening opening(Signal signal) {
        if (!(signal.payload() instanceof Payload.Open open) || open.data() == null) {
            throw new IllegalArgumentException("data is missing");
        }
        JsonObjectReader data = JsonObjectReader.root("data", open.data());
        String title = data.optionalText("title");
        String ballots = data.text("ballots");
        List<Seat> roster = new ArrayList<>();
        for (JsonObjectReader agent : data.objects("agents")) {
            roster.add(agent.build(() -> new Seat(agent.text("id"), agent.text("name"), agent.text("role"),
                    agent.number("weight"))));
            agent.rejectUnknownFields();
        }
        data.text("run");
        var _ = data.optionalInteger(SEED);
        int settleRounds = settleRounds(data);
        data.rejectUnknownFields();
        requireRoster(roster);
        return new Opening(title, ballots, settleRounds, roster);
    }

    private static int settleRounds(JsonObjectReader data) {
        if (!data.has(SETTLE_ROUNDS)) {
            return 0;
        }
        int rounds = data.int32(SETTLE_ROUNDS);
        if (rounds < 0 || rounds > MAX_SETTLE_ROUNDS) {
            throw data.invalid(SETTLE_ROUNDS, "between 0 and " + MAX_SETTLE_ROUNDS);
        }
        return rounds;
    }

    private static void requireRoster(List<Seat> roster) {
        if (roster.isEmpty()) {
            throw new IllegalArgumentException("agents must not be empty");
        }
        if (roster.stream().map(Seat::id).distinct().count() < roster.size()) {
            throw new IllegalArgumentException("agents must have different ids, got " + names(roster));
        }
    }

    private static Question question(Signal signal) {
        if (signal.payload() instanceof Payload.Task task) {
            return new Question(signal.id(), task.task(), task.context());
        }
        throw new IllegalStateException("task:new without a task");
    }

    private static void requireStatementOfSeat(LogEntry entry, List<Seat> roster) {
        String by = entry.emission().by();
        if (!isStatement(entry)) {
            throw new IllegalArgumentException("line " + entry.sequence() + ": " + entry.signal().type() + " by " + by
                    + " was not said by an agent; a cassette holds only what agents and their models said"
                    + "\nMaybe it is a whole journal: export the run first.");
        }
        if (roster.stream().noneMatch(seat -> seat.id().equals(by))) {
            throw new IllegalArgumentException("line " + entry.sequence() + ": agent \"" + by
                    + "\" is not in the roster of line 1\nMaybe one of " + names(roster) + '.');
        }
    }

    private static String names(List<Seat> roster) {
        return roster.stream().map(Seat::id).collect(Collectors.joining(", "));
    }

    private static <T> T at(int line, Supplier<T> part) {
        try {
            return part.get();
        } catch (IllegalArgumentException bad) {
            throw new IllegalArgumentException("line " + line + ": " + bad.getMessage(), bad);
        }
    }
}
