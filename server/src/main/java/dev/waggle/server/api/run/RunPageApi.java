package dev.waggle.server.api.run;

import java.util.List;
import java.util.Optional;

import dev.waggle.review.CallUsage;
import dev.waggle.review.RunLog;
import dev.waggle.review.json.RunViewJson;
import dev.waggle.review.json.SignalContextJson;
import dev.waggle.review.view.RunView;
import dev.waggle.review.view.RunView.LensPart;
import dev.waggle.review.view.SignalContext;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.JsonShape;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.ProblemException;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.QuotedValue;

import static dev.waggle.server.http.JsonShape.FLAG;
import static dev.waggle.server.http.JsonShape.OBJECT;
import static dev.waggle.server.http.JsonShape.OBJECT_OR_NULL;
import static dev.waggle.server.http.JsonShape.TEXT;
import static dev.waggle.server.http.JsonShape.TEXT_OR_NULL;
import static dev.waggle.server.http.JsonShape.WHOLE;
import static dev.waggle.server.http.JsonShape.list;

/** Content of the page of a run: its view, and single signals with their causes. */
public final class RunPageApi {

    private static final String LENSES = "lenses";
    private static final String MARKS = "marks";

    private static final JsonValue.Obj SIGNAL = new JsonShape().with("entry", JsonShape.shipped("entry"))
            .with("mark", OBJECT_OR_NULL).with("causes", list(OBJECT)).with("followers", list(OBJECT))
            .with("moreFollowers", WHOLE).json();

    private final RunArchive runs;
    private final RunSetups setups;

    public RunPageApi(RunArchive runs, RunSetups setups) {
        this.runs = runs;
        this.setups = setups;
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("viewSolve", HttpVerb.GET, "/v1/solves/{run}/view",
                        "Shows everything that the page of a run needs, while it runs and afterwards.", this::view)
                        .with(RunViewsApi.RUN, Parameter.flag(LENSES,
                                "Whether the lenses of a large run are measured too, which takes seconds; "
                                        + "false by default."),
                                Parameter.flag(MARKS,
                                        "Whether it has the columns of the marks; true by default. A page "
                                                + "that follows the marks needs them once."))
                        .answering(AnswerForm.json(200, "The view.", shape()), AnswerForm.UNCHANGED)
                        .refusing(404, 422, 503).in(RunViewsApi.GROUP).needing(AccessScope.READ),
                Operation.of("readRunSignal", HttpVerb.GET, "/v1/solves/{run}/signals/{signal}",
                        "Shows a signal of a run with its causes up to the first and its direct effects.",
                        this::signal)
                        .with(RunViewsApi.RUN, Parameter.path("signal", "The id of the signal."))
                        .answering(AnswerForm.json(200, "The signal.", SIGNAL), AnswerForm.UNCHANGED)
                        .refusing(404, 422, 503).in(RunViewsApi.GROUP).needing(AccessScope.READ));
    }

    private ApiAnswer view(ApiCall call) {
        LensPart lenses = call.flag(LENSES) ? LensPart.ALWAYS : LensPart.BOUNDED;
        boolean withMarks = call.query(MARKS).isEmpty() || call.flag(MARKS);
        return runs.view(call, run -> {
            RunView view = RunView.of(run.id(), run.entries(), lenses, this::money);
            List<String> notes = setups.notes(run.id(), run.entries());
            return withMarks ? RunViewJson.of(view, notes) : RunViewJson.withoutMarks(view, notes);
        });
    }

    private Optional<CallUsage.MoneySpent> money(RunLog log) {
        return log.spendings().money(setups.prices(log));
    }

    private ApiAnswer signal(ApiCall call) {
        String id = call.path("signal");
        return runs.view(call, run -> SignalContext.of(run.entries(), id).map(SignalContextJson::of)
                .orElseThrow(() -> ProblemException.of(404, "the run " + QuotedValue.of(run.id())
                        + " has no signal " + QuotedValue.of(id) + "\nMaybe see its log: /v1/solves/{run}/log.")));
    }

    private static JsonValue.Obj shape() {
        return new JsonShape().with("run", TEXT).with("finished", FLAG).with("through", WHOLE).with("entries", WHOLE)
                .with("startedAt", WHOLE).with("lastAt", WHOLE).with("title", TEXT_OR_NULL)
                .with("question", TEXT_OR_NULL).with("context", TEXT_OR_NULL).with("taskType", TEXT)
                .with("answer", OBJECT_OR_NULL).with("ending", OBJECT_OR_NULL).with("rules", OBJECT)
                .with("agents", list(OBJECT)).with("kinds", list(TEXT)).with("stances", list(TEXT))
                .with("types", list(TEXT)).with("proposals", list(OBJECT)).with("marks", OBJECT_OR_NULL)
                .with("counted", OBJECT).with("rounds", list(OBJECT)).with("votes", list(OBJECT))
                .with("changesOfMind", list(OBJECT)).with("dissent", list(OBJECT))
                .with("openObjections", list(OBJECT)).with("lenses", OBJECT_OR_NULL).with("cost", OBJECT)
                .with("limits", list(OBJECT)).with("seats", list(OBJECT)).with("notes", list(TEXT))
                .with("omitted", list(TEXT)).json();
    }
}
