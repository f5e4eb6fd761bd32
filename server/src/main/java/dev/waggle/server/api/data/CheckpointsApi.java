package dev.waggle.server.api.data;

import java.time.Instant;
import java.util.List;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.PageCursor;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.run.RunVisibility;
import dev.waggle.signal.checkpoint.Checkpoint;
import dev.waggle.signal.checkpoint.CheckpointListing;
import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.signal.checkpoint.DamagedCheckpointException;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.QuotedValue;
import org.jspecify.annotations.Nullable;

/** States that programs saved for a later resumption. */
public final class CheckpointsApi {

    private static final int USUAL_PAGE = 100;
    private static final int MAX_PAGE = 1_000;
    private static final String GROUP = "checkpoints";
    private static final Parameter ID = Parameter.path("id", "The id of the state.");

    private final CheckpointStore store;
    private final RunVisibility runs;

    /**
     * @param log the log with the runs of the states, whose ids they have; another state belongs to no tenant
     */
    public CheckpointsApi(CheckpointStore store, FileJournal log) {
        this.store = store;
        this.runs = new RunVisibility(log);
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("listCheckpoints", HttpVerb.GET, "/v1/checkpoints", "Lists saved states by id.",
                        this::list)
                        .with(Parameter.number("limit", 1, MAX_PAGE, "Maximum number, " + USUAL_PAGE
                                + " by default."), PageCursor.parameter())
                        .answering(AnswerForm.json(200, "Saved states.", CheckpointPage.class))
                        .in(GROUP).needing(AccessScope.READ),
                Operation.of("getCheckpoint", HttpVerb.GET, "/v1/checkpoints/{id}", "Shows a saved state.", this::show)
                        .with(ID).answering(AnswerForm.json(200, "The state.", CheckpointView.class))
                        .refusing(404, 422).in(GROUP).needing(AccessScope.READ),
                Operation.of("deleteCheckpoint", HttpVerb.DELETE, "/v1/checkpoints/{id}",
                        "Deletes a saved state, damaged or not.", this::delete)
                        .with(ID).answering(AnswerForm.empty(204, "It is deleted."))
                        .refusing(404).in(GROUP).needing(AccessScope.ADMIN));
    }

    /** Page of saved states. */
    public record CheckpointPage(@ApiDoc("Saved states.") List<CheckpointLine> items,
            @ApiDoc("The cursor of the next page; absent on the last.") @Nullable String next) {}

    /** A saved state in a list. */
    public record CheckpointLine(@ApiDoc("Its id.") String id,
            @ApiDoc("The time of saving; absent where damage hides it.") @Nullable Instant savedAt,
            @ApiDoc("Its size.") long bytes) {}

    /** A saved state. */
    public record CheckpointView(@ApiDoc("Its id.") String id, @ApiDoc("The time of saving.") Instant savedAt,
            @ApiDoc("The state.") JsonValue state) {}

    private ApiAnswer list(ApiCall call) {
        int limit = call.integer("limit", 1, MAX_PAGE).orElse(USUAL_PAGE);
        String after = PageCursor.place(call).orElse("");
        List<CheckpointListing> found = store.list().stream()
                .filter(one -> one.id().compareTo(after) > 0 && runs.isVisible(call.caller(), one.id()))
                .limit(limit + 1).toList();
        List<CheckpointLine> page = found.stream().limit(limit)
                .map(one -> new CheckpointLine(one.id(), one.savedAt(), one.bytes())).toList();
        return ApiAnswer.ofRecord(new CheckpointPage(page,
                found.size() > limit ? PageCursor.of(page.getLast().id()) : null));
    }

    private ApiAnswer show(ApiCall call) {
        String id = known(call);
        try {
            Checkpoint saved = store.load(id).orElseThrow(() -> unknown(id));
            return ApiAnswer.ofRecord(new CheckpointView(saved.id(), saved.savedAt(), saved.state()));
        } catch (DamagedCheckpointException damaged) {
            throw ProblemException.of(422, String.valueOf(damaged.getMessage()));
        }
    }

    private ApiAnswer delete(ApiCall call) {
        String id = known(call);
        if (!store.delete(id)) {
            throw unknown(id);
        }
        return ApiAnswer.empty();
    }

    /** The id of a request; the state of a run of another tenant is unknown. */
    private String known(ApiCall call) {
        String id = call.path("id");
        if (!runs.isVisible(call.caller(), id)) {
            throw unknown(id);
        }
        return id;
    }

    private static ProblemException unknown(String id) {
        return ProblemException.of(404, "there is no saved state " + QuotedValue.of(id)
                + "\nMaybe see /v1/checkpoints.");
    }
}
