package dev.waggle.server.api.data;

import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.recording.Recording;
import dev.waggle.journal.recording.RecordingLabel;
import dev.waggle.journal.recording.RecordingQuery;
import dev.waggle.journal.recording.RecordingStore;
import dev.waggle.journal.recording.RecordingWriter;
import dev.waggle.journal.recording.SignalRange;
import dev.waggle.journal.recording.UnknownRecordingException;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.BodyForm;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.PageCursor;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.http.RecordJson;
import dev.waggle.server.http.WorkLimit;
import dev.waggle.server.run.RunTenant;
import dev.waggle.server.run.RunVisibility;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.text.QuotedValue;
import org.jspecify.annotations.Nullable;

/** Recordings: runs that are stored under names and tags, with marked positions. */
public final class RecordingsApi {

    /** Maximum number of entries of a run that becomes a recording. */
    static final int MAX_ENTRIES = 250_000;

    private static final int USUAL_PAGE = 100;
    private static final int MAX_PAGE = 1_000;
    private static final String GROUP = "recordings";
    private static final Parameter ID = Parameter.path("id", "The id of the recording.");

    private final RecordingStore store;
    private final FileJournal log;
    private final RunVisibility runs;
    private final WorkLimit writers = new WorkLimit(1);

    public RecordingsApi(RecordingStore store, FileJournal log) {
        this.store = store;
        this.log = log;
        this.runs = new RunVisibility(log);
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("listRecordings", HttpVerb.GET, "/v1/recordings", "Lists recordings, the newest first.",
                        this::list)
                        .with(Parameter.query("harness", "Only of that kind of harness."),
                                Parameter.query("tag", "Only with one of these tags, with commas between."),
                                Parameter.number("limit", 1, MAX_PAGE, "Maximum number, " + USUAL_PAGE
                                        + " by default."),
                                PageCursor.parameter())
                        .answering(AnswerForm.json(200, "Recordings.", RecordingPage.class))
                        .in(GROUP).needing(AccessScope.READ),
                Operation.of("addRecording", HttpVerb.POST, "/v1/recordings",
                        "Stores a run of the log as a recording.", this::add)
                        .taking(BodyForm.json(NewRecording.class))
                        .answering(AnswerForm.json(201, "The recording.", RecordingView.class))
                        .refusing(404, 422, 503).in(GROUP).needing(AccessScope.SOLVE),
                Operation.of("getRecording", HttpVerb.GET, "/v1/recordings/{id}", "Shows a recording.", this::show)
                        .with(ID).answering(AnswerForm.json(200, "The recording.", RecordingView.class))
                        .refusing(404).in(GROUP).needing(AccessScope.READ),
                Operation.of("markRecording", HttpVerb.PUT, "/v1/recordings/{id}",
                        "Marks the end of a recording under a name.", this::mark)
                        .with(ID).taking(BodyForm.json(NewMark.class))
                        .answering(AnswerForm.json(200, "The recording with its marks.", RecordingView.class))
                        .refusing(404, 503).in(GROUP).needing(AccessScope.SOLVE),
                Operation.of("deleteRecording", HttpVerb.DELETE, "/v1/recordings/{id}", "Deletes a recording.",
                        this::delete)
                        .with(ID).answering(AnswerForm.empty(204, "It is deleted."))
                        .refusing(404).in(GROUP).needing(AccessScope.ADMIN));
    }

    /** Page of recordings. */
    public record RecordingPage(@ApiDoc("Recordings.") List<RecordingView> items,
            @ApiDoc("The cursor of the next page; absent on the last.") @Nullable String next) {}

    /** Description of a recording. */
    public record RecordingView(@ApiDoc("Its id.") String id, @ApiDoc("Its name, if any.") @Nullable String name,
            @ApiDoc("The kind of harness, if one was recorded.") @Nullable String harnessType,
            @ApiDoc("Its tags.") List<String> tags, @ApiDoc("The time of its creation.") Instant createdAt,
            @ApiDoc("Its number of signals.") long signalCount,
            @ApiDoc("complete, failed or unfinished.") String state,
            @ApiDoc("Its marked positions.") List<MarkView> checkpoints) {

        static RecordingView of(Recording recording) {
            Recording.Finish finish = recording.finish();
            return new RecordingView(recording.id(), recording.label().name(), recording.label().harnessType(),
                    recording.label().tags(), recording.createdAt(), recording.signalCount(),
                    finish == null ? "unfinished" : finish.outcome().name().toLowerCase(Locale.ROOT),
                    recording.checkpoints().stream().map(mark -> new MarkView(mark.name(), mark.index())).toList());
        }
    }

    /** Marked position. */
    public record MarkView(@ApiDoc("Its name.") String name, @ApiDoc("Number of signals before it.") long index) {}

    /** Run to store. */
    public record NewRecording(@ApiDoc("The id of the run.") String run,
            @ApiDoc("A name for people.") @Nullable String name,
            @ApiDoc("The kind of harness that ran.") @Nullable String harnessType,
            @ApiDoc("Tags for searches.") List<String> tags) {

        public NewRecording {
            tags = tags == null ? List.of() : List.copyOf(tags);
        }
    }

    /** Mark to set. */
    public record NewMark(@ApiDoc("The name of the mark.") String mark) {}

    private ApiAnswer list(ApiCall call) {
        int limit = call.integer("limit", 1, MAX_PAGE).orElse(USUAL_PAGE);
        int from = Math.clamp(PageCursor.number(call), 0, Integer.MAX_VALUE - MAX_PAGE);
        Set<String> tags = new LinkedHashSet<>(call.query("tag").map(text -> Arrays.asList(text.split(",")))
                .orElse(List.of()));
        List<Recording> found = store.list(new RecordingQuery(call.query("harness").orElse(null), tags, 0,
                Integer.MAX_VALUE)).stream().filter(one -> isVisible(call.caller(), one.id())).skip(from)
                .limit(limit + 1L).toList();
        return ApiAnswer.ofRecord(new RecordingPage(found.stream().limit(limit).map(RecordingView::of).toList(),
                found.size() > limit ? PageCursor.of(String.valueOf(from + limit)) : null));
    }

    private ApiAnswer add(ApiCall call) {
        NewRecording asked = call.body(NewRecording.class);
        RecordingLabel label = new RecordingLabel(asked.name(), asked.harnessType(), asked.tags());
        try (WorkLimit.WorkSlot _ = writers.enter()) {
            List<LogEntry> entries = log.select(JournalQuery.ALL.ofRun(asked.run()).withFirst(MAX_ENTRIES + 1));
            if (entries.isEmpty()
                    || !RunTenant.isVisible(call.caller(), RunTenant.of(entries.getFirst()))) {
                throw ProblemException.of(404, "there is no run " + QuotedValue.of(asked.run())
                        + "\nMaybe see /v1/solves.");
            }
            if (entries.size() > MAX_ENTRIES) {
                throw ProblemException.of(422, "the run " + QuotedValue.of(asked.run()) + " has more than "
                        + MAX_ENTRIES + " entries, the maximum of a recording");
            }
            String id;
            try (RecordingWriter recorder = store.create(label)) {
                entries.forEach(entry -> recorder.append(entry.signal(), entry.emission()));
                recorder.finish(Recording.Outcome.COMPLETE, null);
                id = recorder.id();
            }
            return new ApiAnswer.Json(201, RecordJson.write(RecordingView.of(load(call, id))), null, List.of());
        }
    }

    private ApiAnswer show(ApiCall call) {
        return ApiAnswer.ofRecord(RecordingView.of(load(call, call.path("id"))));
    }

    private ApiAnswer mark(ApiCall call) {
        String id = call.path("id");
        String name = call.body(NewMark.class).mark();
        try (WorkLimit.WorkSlot _ = writers.enter(); RecordingWriter recorder = store.resume(load(call, id).id())) {
            var _ = recorder.checkpoint(name);
        } catch (UnknownRecordingException gone) {
            throw unknown(id);
        }
        return ApiAnswer.ofRecord(RecordingView.of(load(call, id)));
    }

    private ApiAnswer delete(ApiCall call) {
        String id = call.path("id");
        if (!store.delete(load(call, id).id())) {
            throw unknown(id);
        }
        return ApiAnswer.empty();
    }

    private Recording load(ApiCall call, String id) {
        return store.load(id).filter(_ -> isVisible(call.caller(), id)).orElseThrow(() -> unknown(id));
    }

    /** A recording belongs to the tenant of its run. */
    private boolean isVisible(CallerIdentity caller, String id) {
        return runs.isVisible(caller, id, () -> {
            try {
                return store.signals(id, SignalRange.of(0L, 1L));
            } catch (UnknownRecordingException gone) {
                return List.of();
            }
        });
    }

    private static ProblemException unknown(String id) {
        return ProblemException.of(404, "there is no recording " + QuotedValue.of(id) + "\nMaybe see /v1/recordings.");
    }
}
