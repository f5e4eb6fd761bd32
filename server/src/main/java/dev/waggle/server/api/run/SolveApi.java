package dev.waggle.server.api.run;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.schema.JsonSchemas;
import dev.waggle.server.access.AccessLimiter;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.BodyForm;
import dev.waggle.server.http.ContentTag;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.PageCursor;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.RecordJson;
import dev.waggle.server.run.RunCatalog;
import dev.waggle.server.run.RunEscalation;
import dev.waggle.server.run.RunLine;
import dev.waggle.server.run.RunStatus;
import dev.waggle.server.run.RunTenant;
import dev.waggle.server.run.SolveOrder;
import dev.waggle.server.run.SolveRegistry;
import dev.waggle.server.run.SolveSpending;
import dev.waggle.server.run.TraceHeaders;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.json.ResultJson;
import org.jspecify.annotations.Nullable;

/** Starting, listing, reading, cancelling and resuming of solves. */
public final class SolveApi {

    /** Group of these operations in the document. */
    public static final String GROUP = "solves";

    private static final String PATH = "/v1/solves";
    private static final Parameter RUN = Parameter.path("run", "Id of the run.");
    private static final List<String> STATUSES = Stream.of(RunStatus.values())
            .map(it -> it.name().toLowerCase(Locale.ROOT)).toList();
    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_LIMIT = 500;
    private static final int MAX_KEY = 200;
    private static final String UNLOGGED = "u";
    /** Place before all runs, because every digit is less than its last character. */
    private static final String FIRST = UNLOGGED + '~';

    private final SolveRegistry solves;
    private final RunCatalog catalog;
    private final AccessLimiter limits;
    private final Function<SwarmResult, Optional<RunEscalation>> escalations;

    /**
     * The operations on the runs of a catalog.
     *
     * @param escalations the escalation that ended a run, with its answer; empty for a run with another end
     */
    public SolveApi(SolveRegistry solves, RunCatalog catalog, AccessLimiter limits,
            Function<SwarmResult, Optional<RunEscalation>> escalations) {
        this.escalations = escalations;
        this.solves = solves;
        this.catalog = catalog;
        this.limits = limits;
    }

    /** A page of runs. */
    public record RunPage(@ApiDoc("The runs, the latest first.") List<RunLine> items,
            @ApiDoc("Cursor of the next page.") @Nullable String next) {

        public RunPage {
            items = List.copyOf(items);
        }
    }

    /** The operations. */
    public List<Operation> operations() {
        return Stream.of(
                Operation.of("startSolve", HttpVerb.POST, PATH, "Starts a solve.", this::start)
                        .needing(AccessScope.SOLVE)
                        .with(Parameter.header("Idempotency-Key",
                                "Any text of 1 to " + MAX_KEY
                                        + " characters: a repeated order under it returns the run of the first."),
                                TraceHeaders.PARENT, TraceHeaders.STATE)
                        .taking(BodyForm.json(SolveOrder.class))
                        .answering(AnswerForm.json(202, "The solve has started. The header Location has its path.",
                                RunLine.class),
                                AnswerForm.json(200, "It had been started under that key.", RunLine.class))
                        .refusing(402, 409, 422, 429),
                Operation.of("listSolves", HttpVerb.GET, PATH, "Lists runs, the latest first.", this::list)
                        .needing(AccessScope.READ)
                        .with(Parameter.word("status", STATUSES, "State of the run."),
                                Parameter.query("question", "A part of the question, in any case."),
                                Parameter.query("taskType", "Kind of the task."),
                                Parameter.time("since", "Earliest start, such as 2026-11-28T10:00:00Z."),
                                Parameter.number("limit", 1, MAX_LIMIT,
                                        "Runs of a page; " + DEFAULT_LIMIT + " by default."),
                                PageCursor.parameter())
                        .answering(AnswerForm.json(200, "A page of runs.", RunPage.class)),
                Operation.of("getSolve", HttpVerb.GET, PATH + "/{run}",
                        "Returns a run, and its result once it has finished.", this::get).needing(AccessScope.READ)
                        .with(RUN)
                        .answering(AnswerForm.json(200, "The run.", SolveApi::schema), AnswerForm.UNCHANGED)
                        .refusing(404, 422),
                Operation.of("cancelSolve", HttpVerb.POST, PATH + "/{run}/cancel", "Cancels a running solve.",
                        this::cancel)
                        .needing(AccessScope.SOLVE).with(RUN)
                        .answering(AnswerForm.json(202, "Its end is in the log soon.", RunLine.class))
                        .refusing(404, 409),
                Operation.of("resumeSolve", HttpVerb.POST, PATH + "/{run}/resume",
                        "Continues a run that has no end. No answer in its log is asked for again.",
                        this::resume).needing(AccessScope.SOLVE).with(RUN, TraceHeaders.PARENT, TraceHeaders.STATE)
                        .answering(AnswerForm.json(202, "It goes on.", RunLine.class))
                        .refusing(402, 404, 409, 422, 429))
                .map(operation -> operation.in(GROUP)).toList();
    }

    private ApiAnswer start(ApiCall call) {
        Optional<String> key = call.header("Idempotency-Key");
        key.filter(text -> text.isBlank() || text.length() > MAX_KEY).ifPresent(_ -> {
            throw new IllegalArgumentException("Idempotency-Key must have 1 to " + MAX_KEY + " characters");
        });
        SolveOrder order = call.body(SolveOrder.class);
        SolveSpending spending = SolveSpending.of(limits, call.caller().name());
        SolveRegistry.Started started;
        try {
            started = caller(call).within(() -> solves.start(order, call.caller().name(), key.orElse(null),
                    call.tenant(), spending::reserve, spending::settle));
        } catch (RuntimeException | Error refused) {
            spending.settle(null);
            throw refused;
        }
        return ApiAnswer.ofRecord(started.line()).withStatus(started.isNew() ? 202 : 200)
                .withHeader("Location", PATH + '/' + started.line().run());
    }

    private ApiAnswer cancel(ApiCall call) {
        RunLine _ = visible(call);
        return ApiAnswer.ofRecord(solves.cancel(call.path("run"))).withStatus(202);
    }

    /** The run that a request names, if its sender may see it. */
    private RunLine visible(ApiCall call) {
        return solves.requireVisible(call.path("run"), call.caller());
    }

    private ApiAnswer resume(ApiCall call) {
        RunLine _ = visible(call);
        SolveSpending spending = SolveSpending.ofResumed(limits, catalog, call.caller().name());
        RunLine resumed = caller(call).within(() -> solves.resume(call.path("run"), spending));
        return ApiAnswer.ofRecord(resumed).withStatus(202);
    }

    /** The trace context of a request. */
    private TraceSpan caller(ApiCall call) {
        return solves.callerOf(call.caller(), TraceHeaders.of(call));
    }

    /** Runs that are not in the log come first. A place among them is a text, and one in the log a number. */
    private ApiAnswer list(ApiCall call) {
        int limit = call.integer("limit", 1, MAX_LIMIT).orElse(DEFAULT_LIMIT);
        Predicate<RunLine> filter = filter(call);
        String place = PageCursor.place(call).orElse(FIRST);
        List<RunLine> items = new ArrayList<>();
        long before = Long.MAX_VALUE;
        if (place.startsWith(UNLOGGED)) {
            solves.unlogged().stream().filter(filter).filter(line -> place(line).compareTo(place) < 0)
                    .sorted(Comparator.comparing(SolveApi::place).reversed()).limit(limit).forEach(items::add);
            if (items.size() == limit) {
                return ApiAnswer.ofRecord(new RunPage(items, PageCursor.of(place(items.getLast()))));
            }
        } else {
            before = PageCursor.number(call);
        }
        List<RunLine> logged = catalog.latest(before, limit - items.size(), line -> filter.test(solves.current(line)));
        logged.stream().map(solves::current).forEach(items::add);
        String next = items.size() < limit ? null
                : PageCursor.of(String.valueOf(logged.getLast().firstEntry()));
        return ApiAnswer.ofRecord(new RunPage(items, next));
    }

    private static String place(RunLine unlogged) {
        return UNLOGGED + unlogged.startedAt().toEpochMilli() + ' ' + unlogged.run();
    }

    private static Predicate<RunLine> filter(ApiCall call) {
        Optional<RunStatus> status = call
                .word("status", STATUSES)
                .map(word -> RunStatus.valueOf(word.toUpperCase(Locale.ROOT)));
        Optional<String> question = call.query("question").map(text -> text.toLowerCase(Locale.ROOT));
        Optional<String> type = call.query("taskType");
        Optional<Instant> since = call.query("since").map(SolveApi::time);
        return line -> RunTenant.isVisible(call.caller(), line.tenant())
                && (status.isEmpty() || status.get() == line.status())
                && (question.isEmpty() || line.question().toLowerCase(Locale.ROOT).contains(question.get()))
                && (type.isEmpty() || type.get().equals(line.taskType()))
                && (since.isEmpty() || !line.startedAt().isBefore(since.get()));
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException none) {
            throw new IllegalArgumentException("since must be a time, got " + JsonLine.quoted(text)
                    + "\nMaybe 2026-11-28T10:00:00Z.", none);
        }
    }

    private ApiAnswer get(ApiCall call) {
        RunLine line = visible(call);
        JsonObjectBuilder json = new JsonObjectBuilder().withAll(RecordJson.write(line));
        if (line.status() != RunStatus.FINISHED) {
            return ApiAnswer.of(json.json());
        }
        SwarmResult result = solves.result(line.run());
        escalations.apply(result).map(RecordJson::write)
                .ifPresent(escalation -> json.with("escalation", escalation));
        JsonValue.Obj run = json.with("result", ResultJson.of(result)).json();
        return ApiAnswer.of(run).withEtag(ContentTag.of(run));
    }

    /** A run with its result. */
    private static JsonValue.Obj schema() {
        JsonValue.Obj line = RecordJson.schema(RunLine.class);
        JsonObjectBuilder fields = new JsonObjectBuilder()
                .withAll((JsonValue.Obj) Objects.requireNonNull(line.fields().get("properties")))
                .with("escalation", RecordJson.schema(RunEscalation.class))
                .with("result", (JsonValue.Obj) JsonText.read(JsonSchemas.of("result")));
        JsonObjectBuilder schema = new JsonObjectBuilder();
        line.fields().forEach((name, value) -> schema.with(name, name.equals("properties") ? fields.json() : value));
        return schema.json();
    }
}
