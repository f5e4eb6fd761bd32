package dev.waggle.server.api.run;

import java.util.List;
import java.util.function.Function;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.review.RunLog;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.ContentTag;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.http.WorkLimit;
import dev.waggle.server.run.RunTenant;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.text.QuotedValue;
import dev.waggle.swarm.runlog.RunFacts;

/**
 * Runs of the open journal, for views that need all entries of a run at once. A run that is too large is refused, and
 * so is a view while the maximum number of views runs. A caller sees the runs of its tenant only. Thread-safe.
 */
public final class RunArchive {

    /** Maximum number of entries of a run in a view: some hundred megabytes for all views at once. */
    public static final int MAX_ENTRIES = 250_000;

    /** Number of views at once: the processors decide, and more would only take memory. */
    public static final int MAX_VIEWS = 4;

    /** Number of those that take many seconds for a large run, also when their client has left: others go on. */
    static final int MAX_LONG_VIEWS = 2;

    private final FileJournal log;
    private final int maxEntries;
    private final WorkLimit views;
    private final WorkLimit longViews = new WorkLimit(MAX_LONG_VIEWS);

    /** The runs of a journal with the usual limits. */
    public RunArchive(FileJournal log) {
        this(log, MAX_ENTRIES, new WorkLimit(MAX_VIEWS));
    }

    RunArchive(FileJournal log, int maxEntries, WorkLimit views) {
        this.log = log;
        this.maxEntries = maxEntries;
        this.views = views;
    }

    /**
     * Entries of a run.
     *
     * @param id its id
     * @param entries all of them, in order
     * @param isFinished whether it came to its end, so that nothing is appended any more
     */
    record StoredRun(String id, List<LogEntry> entries, boolean isFinished) {

        StoredRun {
            entries = List.copyOf(entries);
        }
    }

    /** The journal. */
    FileJournal log() {
        return log;
    }

    /** The view of the run that a request names; with an entity tag once the run has ended. */
    ApiAnswer view(ApiCall call, Function<StoredRun, JsonValue> view) {
        try (WorkLimit.WorkSlot _ = enter()) {
            StoredRun run = read(call.path("run"), call.caller());
            ApiAnswer.Json answer = ApiAnswer.of(view.apply(run));
            return run.isFinished() ? answer.withEtag(ContentTag.of(answer.body())) : answer;
        }
    }

    /** Begins a view. */
    WorkLimit.WorkSlot enter() {
        return views.enter();
    }

    /** Begins the long part of a view that has begun. */
    WorkLimit.WorkSlot enterLong() {
        return longViews.enter();
    }

    /**
     * Reads a run.
     *
     * @param caller the sender of the request
     * @throws ProblemException when there is none of that id for the caller, or it is too large
     */
    StoredRun read(String run, CallerIdentity caller) {
        List<LogEntry> entries = log.select(JournalQuery.ALL.ofRun(run).withFirst(maxEntries + 1));
        requireOwn(run, entries, caller);
        if (entries.size() > maxEntries) {
            throw ProblemException.of(422, "the run " + QuotedValue.of(run) + " has more than " + maxEntries
                    + " entries, the maximum of a view\nMaybe read its log page by page.");
        }
        return new StoredRun(run, entries, entries.stream().anyMatch(RunArchive::isEnd));
    }

    /** Refuses a run that the journal does not hold, or holds for another tenant. */
    void require(String run, CallerIdentity caller) {
        requireOwn(run, log.select(JournalQuery.ALL.ofRun(run).withFirst(1)), caller);
    }

    private static void requireOwn(String run, List<LogEntry> entries, CallerIdentity caller) {
        if (entries.isEmpty() || !RunTenant.isVisible(caller, RunTenant.of(entries.getFirst()))) {
            throw ProblemException.of(404, "there is no run " + QuotedValue.of(run) + "\nMaybe see /v1/solves.");
        }
    }

    private static boolean isEnd(LogEntry entry) {
        return entry.signal().type().equals(RunFacts.CLOSED) && RunLog.isOfRuntime(entry);
    }
}
