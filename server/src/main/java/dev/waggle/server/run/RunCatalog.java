package dev.waggle.server.run;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.runlog.RunFacts;
import org.jspecify.annotations.Nullable;

/**
 * All runs of a log, by their opening and closing facts. The first question reads those facts once; from then on each
 * append costs what is new. About 500 bytes a run. May be used by many threads.
 */
public final class RunCatalog implements AutoCloseable {

    private static final int MAX_QUESTION = 200;
    private static final int PAGE = 4_096;
    private static final Pattern FACTS = Pattern.of("run:*");

    private final FileJournal log;
    private final Closeable following;
    private final NavigableMap<Long, RunLine> byEntry = new TreeMap<>();
    private final Map<String, Long> entries = new HashMap<>();
    private boolean isLoaded;

    /** The runs of that log. */
    public RunCatalog(FileJournal log) {
        this.log = log;
        this.following = log.follow(this::appended);
    }

    /** A run that has begun in the log. */
    public synchronized Optional<RunLine> find(String run) {
        load();
        Long entry = entries.get(run);
        return entry == null ? Optional.empty() : Optional.ofNullable(byEntry.get(entry));
    }

    /**
     * Runs that fit, the latest first.
     *
     * @param before the number of the first entry of the run before which the list begins
     */
    public synchronized List<RunLine> latest(long before, int limit, Predicate<RunLine> filter) {
        load();
        List<RunLine> found = new ArrayList<>();
        for (RunLine line : byEntry.headMap(before, false).descendingMap().values()) {
            if (filter.test(line)) {
                found.add(line);
                if (found.size() == limit) {
                    break;
                }
            }
        }
        return found;
    }

    /** Number of runs. */
    public synchronized int size() {
        load();
        return byEntry.size();
    }

    @Override
    public void close() {
        try {
            following.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void load() {
        if (isLoaded) {
            return;
        }
        isLoaded = true;
        long from = 1;
        List<LogEntry> page;
        do {
            page = log.select(JournalQuery.ALL.startingAt(from).ofTypes(FACTS).withFirst(PAGE));
            page.forEach(this::accept);
            from = page.isEmpty() ? from : page.getLast().sequence() + 1;
        } while (page.size() == PAGE);
    }

    private synchronized void appended(List<LogEntry> some) {
        if (!isLoaded) {
            return; // The first question reads them.
        }
        for (LogEntry entry : some) {
            String type = entry.signal().type().text();
            if (type.startsWith("run:")) { // A fact that was read already changes nothing.
                accept(entry);
            }
        }
    }

    private void accept(LogEntry entry) {
        String run = entry.signal().scope().run();
        if (run == null || !RunFacts.isRuntimeFact(entry.signal().type()) || !entry.emission().by().equals(
                "orchestrator")) {
            return;
        }
        if (entry.signal().type().equals(RunFacts.OPENED)) {
            entries.putIfAbsent(run, entry.sequence());
            byEntry.putIfAbsent(entry.sequence(), opened(run, entry));
        } else if (entry.signal().type().equals(RunFacts.CLOSED) && entries.containsKey(run)) {
            byEntry.computeIfPresent(entries.get(run), (_, line) -> closed(line, entry));
        }
    }

    private static RunLine opened(String run, LogEntry entry) {
        JsonObjectReader fact = fact(entry);
        String question = text(fact, "task");
        String taskType = text(fact, RunFacts.TASK_TYPE);
        return new RunLine(run, RunStatus.INTERRUPTED,
                question.length() > MAX_QUESTION ? question.substring(0, MAX_QUESTION) : question,
                taskType.isEmpty() ? Task.GENERAL : taskType, entry.recordedAt(), null, null, null, null,
                entry.sequence(), null, null, RunTenant.of(entry));
    }

    private static RunLine closed(RunLine line, LogEntry entry) {
        JsonObjectReader fact = fact(entry);
        return new RunLine(line.run(), RunStatus.FINISHED, line.question(), line.taskType(), line.startedAt(),
                entry.recordedAt(), text(fact, "ending"), fact.optionalFlag("decided"),
                fact.optionalNumber("confidence"), line.firstEntry(), entry.sequence(), null,
                line.tenant());
    }

    private static JsonObjectReader fact(LogEntry entry) {
        JsonValue data = entry.signal().payload() instanceof Payload.Open open ? open.data() : null;
        return JsonObjectReader.root("the fact", data == null ? new JsonValue.Obj(Map.of()) : data);
    }

    private static String text(JsonObjectReader fact, String name) {
        @Nullable JsonValue value = fact.optional(name);
        return value instanceof JsonValue.Str words ? words.value() : "";
    }
}
