package dev.waggle.server.api.run;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.journal.file.JournalDamage;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.review.explain.CauseTree;
import dev.waggle.review.explain.Explanation;
import dev.waggle.review.json.ExplainJson;
import dev.waggle.review.json.ReplayJson;
import dev.waggle.review.replay.ReplayComparison;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.api.run.RunArchive.StoredRun;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.JsonShape;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.PageCursor;
import dev.waggle.server.http.Parameter;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.RedactionFact;
import dev.waggle.signal.pattern.Pattern;

import static dev.waggle.server.http.JsonShape.FLAG;
import static dev.waggle.server.http.JsonShape.OBJECT;
import static dev.waggle.server.http.JsonShape.OBJECT_OR_NULL;
import static dev.waggle.server.http.JsonShape.TEXT;
import static dev.waggle.server.http.JsonShape.TEXT_OR_NULL;
import static dev.waggle.server.http.JsonShape.WHOLE;
import static dev.waggle.server.http.JsonShape.list;

/** Explanation, replay and entries of a run. Nothing is asked and nothing is written. */
public final class RunViewsApi {

    static final String GROUP = "runs";
    static final Parameter RUN = Parameter.path("run", "The id of the run.");

    /** Entries of a page unless the request states a number. */
    static final int USUAL_PAGE = 100;
    static final int MAX_PAGE = 1_000;

    private static final Pattern REDACTIONS = Pattern.of(RedactionFact.type().text());

    private final RunArchive runs;
    private final RunSetups setups;

    public RunViewsApi(RunArchive runs, RunSetups setups) {
        this.runs = runs;
        this.setups = setups;
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("explainSolve", HttpVerb.GET, "/v1/solves/{run}/explain",
                        "Explains a run: its decision, votes, causes, and changes that would have changed it.",
                        this::explain)
                        .with(RUN, Parameter.number("depth", 0, CauseTree.MAX_DEPTH, "Levels of the tree of causes, "
                                + Explanation.DEFAULT_DEPTH + " by default."))
                        .answering(AnswerForm.json(200, "The explanation.", explanation()), AnswerForm.UNCHANGED)
                        .refusing(404, 422, 503).in(GROUP).needing(AccessScope.READ),
                Operation.of("replaySolve", HttpVerb.GET, "/v1/solves/{run}/replay",
                        "Repeats a run from its log alone and compares every entry.", this::replay)
                        .with(RUN)
                        .answering(AnswerForm.json(200, "The verdict, with the first entry that differs.", verdict()),
                                AnswerForm.UNCHANGED)
                        .refusing(404, 422, 503).in(GROUP).needing(AccessScope.READ),
                Operation.of("listEntries", HttpVerb.GET, "/v1/solves/{run}/log",
                        "Lists the entries of a run in order.", this::log)
                        .with(RUN, Parameter.number("limit", 1, MAX_PAGE, "Maximum number of entries, "
                                + USUAL_PAGE + " by default."), PageCursor.parameter())
                        .answering(AnswerForm.json(200, "Entries of the log.",
                                JsonShape.page(JsonShape.shipped("entry"))))
                        .refusing(404).in(GROUP).needing(AccessScope.READ));
    }

    private ApiAnswer explain(ApiCall call) {
        int depth = call.integer("depth", 0, CauseTree.MAX_DEPTH).orElse(Explanation.DEFAULT_DEPTH);
        return runs.view(call, run -> {
            Explanation explanation = Explanation.of(run.id(), run.entries(), depth,
                    setups.notes(run.id(), run.entries()));
            return ExplainJson.of(explanation,
                    explanation.log().spendings().money(setups.prices(explanation.log())));
        });
    }

    private ApiAnswer replay(ApiCall call) {
        return runs.view(call, run -> ReplayJson.of(compared(run)));
    }

    /** A mark in a text may also be what an agent said, so the journal has to hold a redaction. */
    private ReplayComparison compared(StoredRun run) {
        ReplayComparison compared = ReplayComparison.of(run.id(), run.entries(), setups.replayConfig())
                .withDamage(runs.log().recovery().damages().stream().filter(damage -> touches(damage, run))
                        .map(JournalDamage::message).toList());
        ReplayComparison redacted = compared.withRedactions();
        return redacted.kind() == compared.kind()
                || runs.log().select(JournalQuery.ALL.ofTypes(REDACTIONS)).stream().noneMatch(RedactionFact::isFact)
                        ? compared
                        : redacted;
    }

    /** True if the damage may have cost an entry of the run. */
    private static boolean touches(JournalDamage damage, StoredRun run) {
        return damage.lost() == null
                ? !run.isFinished()
                : damage.lost().last() >= run.entries().getFirst().sequence()
                        && (!run.isFinished() || damage.lost().first() <= run.entries().getLast().sequence());
    }

    private ApiAnswer log(ApiCall call) {
        int limit = call.integer("limit", 1, MAX_PAGE).orElse(USUAL_PAGE);
        long after = PageCursor.number(call);
        String run = call.path("run");
        runs.require(run, call.caller());
        List<LogEntry> found = runs.log().select(JournalQuery.fromSequence(Math.max(after, 0) + 1).ofRun(run)
                .withFirst(limit + 1));
        List<LogEntry> page = found.subList(0, Math.min(limit, found.size()));
        List<JsonValue> items = new ArrayList<>();
        page.forEach(entry -> items.add(EntryCodec.encode(entry)));
        return ApiAnswer.of(new JsonObjectBuilder().with("items", items).withPresent("next",
                found.size() > limit ? PageCursor.of(String.valueOf(page.getLast().sequence())) : null).json());
    }

    private static JsonValue.Obj verdict() {
        return new JsonShape().with("run", TEXT).with("verdict", TEXT).with("entries", WHOLE).with("equal", WHOLE)
                .with("told", WHOLE).withOptional("why", TEXT).withOptional("redacted", WHOLE)
                .withOptional("damaged", WHOLE).json();
    }

    private static JsonValue.Obj explanation() {
        return new JsonShape().with("run", TEXT).with("question", TEXT_OR_NULL).with("context", TEXT_OR_NULL)
                .with("logged", OBJECT).with("rules", OBJECT).with("counted", OBJECT).with("comparable", FLAG)
                .with("departures", list(TEXT)).with("standings", list(OBJECT)).with("votes", list(OBJECT))
                .with("tree", OBJECT_OR_NULL).with("rounds", list(OBJECT)).with("lenses", list(OBJECT))
                .with("interventions", list(OBJECT)).with("changesOfMind", list(OBJECT))
                .with("dissent", list(OBJECT)).with("confidenceByVote", OBJECT_OR_NULL)
                .with("learned", OBJECT_OR_NULL).withOptional("memories", OBJECT).with("whatIf", OBJECT)
                .with("cost", OBJECT).with("notes", list(TEXT)).withOptional("replies", OBJECT).json();
    }
}
