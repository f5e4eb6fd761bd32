package dev.waggle.journal.tape;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.waggle.journal.file.BadJournalException;
import dev.waggle.journal.file.JournalExcerpt;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * The model calls of one run, read from any recording of it. That is the folder of a journal, one of its files, an
 * export, a cassette, or the remains of a killed run, plain or gzip. Immutable.
 *
 * <p>A call consists of its attempts as its caller saw them. These are the failed ones that were repeated with the same
 * request in the same turn, and the last one. A call whose recording breaks off is known, but has no answer.
 */
public final class CallTape {

    /** Maximum number of runs that a message lists. */
    private static final int MAX_NAMES = 20;

    private final @Nullable String run;
    private final @Nullable Long seed;
    private final Map<Emission, List<RecordedCall>> calls;
    private final Map<Emission, List<RecordedToolCall>> tools;

    private CallTape(@Nullable String run, @Nullable Long seed, TapeSplicer spliced) {
        this.run = run;
        this.seed = seed;
        this.calls = spliced.calls();
        this.tools = spliced.tools();
    }

    /**
     * The calls of the only run of a recording.
     *
     * @throws BadJournalException when it is no recording, holds no call of a model, or calls of several runs
     * @throws java.io.UncheckedIOException when it cannot be read
     */
    public static CallTape read(Path place) {
        Set<String> runs = runs(place);
        if (runs.size() > 1) {
            throw new BadJournalException(place, "it holds the calls of " + runs.size()
                    + " runs\nMaybe name one of " + names(runs) + '.', null);
        }
        return read(place, runs.isEmpty() ? null : runs.iterator().next());
    }

    /**
     * The calls of one run of a recording. Calls that name no run belong to every one.
     *
     * @throws BadJournalException when it is no recording, or holds no call of that run
     * @throws java.io.UncheckedIOException when it cannot be read
     */
    public static CallTape read(Path place, @Nullable String run) {
        TapeSplicer splicing = new TapeSplicer();
        SeedFinder seed = new SeedFinder();
        each(place, entry -> {
            String entryRun = entry.signal().scope().run();
            if (entryRun == null || entryRun.equals(run)) {
                splicing.accept(entry);
                seed.accept(entry);
            }
        });
        CallTape tape = new CallTape(run, seed.value(), splicing);
        if (tape.calls.isEmpty()) {
            Set<String> runs = runs(place);
            throw new BadJournalException(place, "it holds no call of a model" + (run == null ? "" : " by run " + run)
                    + (runs.isEmpty()
                            ? "\nMaybe the run had no models: record one with --record."
                            : "\nMaybe name one of " + names(runs) + '.'),
                    null);
        }
        return tape;
    }

    /** The run that was recorded, if the recording names it. */
    public Optional<String> run() {
        return Optional.ofNullable(run);
    }

    /** Random seed of the run, if the recording has it; agents choose their requests by it. */
    public Optional<Long> seed() {
        return Optional.ofNullable(seed);
    }

    /** Number of calls that it can answer. */
    public int size() {
        return (int) calls.values().stream().flatMap(List::stream).filter(RecordedCall::isWhole).count();
    }

    /** The models that were asked, {@code provider:model}, in the order of their first call. */
    public List<String> models() {
        return calls.values().stream().flatMap(List::stream).map(call -> call.request().model()).distinct().toList();
    }

    /** The tools offered to models, in the order of their first offer; of several with one name, the first. */
    public List<ToolOffer> offers() {
        Map<String, ToolOffer> offers = new LinkedHashMap<>();
        calls.values().stream().flatMap(List::stream).flatMap(call -> call.request().input().tools().stream())
                .forEach(offer -> offers.putIfAbsent(offer.name(), offer));
        return List.copyOf(offers.values());
    }

    List<RecordedCall> calls(Emission by) {
        return calls.getOrDefault(by, List.of());
    }

    List<RecordedToolCall> tools(Emission by) {
        return tools.getOrDefault(by, List.of());
    }

    /** Hands over every call with its caller, in the order of first calls. */
    void eachCall(BiConsumer<Emission, RecordedCall> action) {
        calls.forEach((by, all) -> all.forEach(call -> action.accept(by, call)));
    }

    /** Hands over the entries of a file, without a lost end. */
    static void eachEntry(Path file, Consumer<LogEntry> action) {
        eachOfFile(file, action);
    }

    /** The turns of an agent in which models were called, in order. */
    List<Integer> turns(String agent) {
        return calls.keySet().stream().filter(by -> by.by().equals(agent)).map(Emission::invocation).sorted().toList();
    }

    /** Agents for which models were called. */
    List<String> agents() {
        return calls.keySet().stream().map(Emission::by).distinct().toList();
    }

    /** The attempt with an answer of that session, in that turn or else in another one of the agent. */
    Optional<RecordedAttempt> attemptLeavingSession(Emission by, String session) {
        return Stream.concat(calls(by).stream(), calls.entrySet().stream()
                .filter(turn -> turn.getKey().by().equals(by.by())).flatMap(turn -> turn.getValue().stream()))
                .map(RecordedCall::last)
                .filter(attempt -> attempt.end() instanceof RecordedAttempt.End.Answered(var output)
                        && session.equals(output.sessionId()))
                .findFirst();
    }

    private static Set<String> runs(Path place) {
        Set<String> runs = new LinkedHashSet<>();
        each(place, entry -> {
            String entryRun = entry.signal().scope().run();
            if (entryRun != null && TapeSplicer.isCallEntry(entry)) {
                runs.add(entryRun);
            }
        });
        return runs;
    }

    private static String names(Set<String> runs) {
        List<String> latest = new ArrayList<>(runs).reversed();
        return String.join(", ", latest.subList(0, Math.min(MAX_NAMES, latest.size())))
                + (latest.size() > MAX_NAMES ? " and " + (latest.size() - MAX_NAMES) + " more" : "");
    }

    private static void each(Path place, Consumer<LogEntry> action) {
        Consumer<LogEntry> placed = entry -> {
            try {
                action.accept(entry);
            } catch (IllegalArgumentException bad) {
                throw new BadJournalException(place, "entry " + entry.sequence() + ": " + entry.signal().type() + ": "
                        + Objects.requireNonNull(bad.getMessage()), bad);
            }
        };
        if (Files.isDirectory(place)) {
            eachOfFolder(place, placed);
        } else {
            eachOfFile(place, placed);
        }
    }

    /** Reads all segments of a folder. Damage may have been a call and is refused, but for a torn last line. */
    private static void eachOfFolder(Path folder, Consumer<LogEntry> action) {
        try (JournalReader reader = JournalReader.open(folder)) {
            reader.forEach(action);
            if (!reader.damages().isEmpty()) {
                throw new BadJournalException(folder, reader.damages().getFirst().message()
                        + "\nMaybe verify the log, and replay a copy from before.", null);
            }
        }
    }

    private static void eachOfFile(Path file, Consumer<LogEntry> action) {
        long whole = 0;
        try (JournalExcerpt lines = JournalExcerpt.read(file)) {
            for (Optional<LogEntry> entry = lines.next(); entry.isPresent(); entry = lines.next()) {
                action.accept(entry.get());
                whole++;
            }
        } catch (BadJournalException damaged) {
            if (!isLostEnd(file, whole)) {
                throw damaged;
            }
        }
    }

    /**
     * True if a loss of power left zeros behind so many lines of a file of calls. The disk had each call before its
     * answer was given, so what follows was never an answer.
     */
    private static boolean isLostEnd(Path file, long lines) {
        if (!String.valueOf(file.getFileName()).endsWith(RecordingFile.PART)) {
            return false;
        }
        try (InputStream in = new BufferedInputStream(new FileInputStream(file.toFile()))) {
            long before = 0;
            int b = in.read();
            for (; b > 0; b = in.read()) {
                before += b == '\n' ? 1 : 0;
            }
            return b == 0 && before == lines;
        } catch (IOException failed) {
            throw new UncheckedIOException(file + " cannot be read: " + failed.getMessage(), failed);
        }
    }
}
