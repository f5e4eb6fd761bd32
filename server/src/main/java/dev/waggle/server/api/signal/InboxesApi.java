package dev.waggle.server.api.signal;

import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.inbox.DeadLetter;
import dev.waggle.journal.inbox.InboxLimitException;
import dev.waggle.journal.inbox.InboxService;
import dev.waggle.journal.signals.DeliveryJson;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.ApiRange;
import dev.waggle.server.http.BodyForm;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.JsonShape;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.run.RunVisibility;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

import static dev.waggle.server.http.JsonShape.FLAG;
import static dev.waggle.server.http.JsonShape.TEXT;
import static dev.waggle.server.http.JsonShape.WHOLE;

/** Inboxes and dead letters of agents. */
public final class InboxesApi {

    /** Maximum number of items at once: they are held in memory. */
    static final int MAX_ITEMS = 1_000;

    private static final int USUAL_ITEMS = 100;
    private static final String GROUP = "inboxes";
    private static final Parameter AGENT = Parameter.path("agent", "Id of the agent.");

    private final InboxService inboxes;
    private final FileJournal log;
    private final RunVisibility runs;

    /**
     * Inboxes of a folder.
     *
     * @param log the log that feeds them
     */
    public InboxesApi(InboxService inboxes, FileJournal log) {
        this.inboxes = inboxes;
        this.log = log;
        this.runs = new RunVisibility(log);
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("showInbox", HttpVerb.GET, "/v1/agents/{agent}/inbox",
                        "Shows the waiting signals, the oldest first; they stay.", this::show)
                        .with(AGENT, Parameter.number("limit", 1, MAX_ITEMS, "Maximum number, " + USUAL_ITEMS
                                + " by default."))
                        .answering(AnswerForm.json(200, "Waiting signals.", items()))
                        .refusing(404).in(GROUP).needing(AccessScope.SIGNALS),
                Operation.of("drainInbox", HttpVerb.POST, "/v1/agents/{agent}/inbox/drain",
                        "Takes waiting signals. Those without an acknowledgement come again after a restart.",
                        this::drain)
                        .with(AGENT).taking(BodyForm.json(DrainForm.class))
                        .answering(AnswerForm.json(200, "Taken signals.", items()))
                        .refusing(404).in(GROUP).needing(AccessScope.SIGNALS),
                Operation.of("acknowledge", HttpVerb.POST, "/v1/agents/{agent}/inbox/ack",
                        "Acknowledges a signal and all before it, so that they do not come again.", this::acknowledge)
                        .with(AGENT).taking(BodyForm.json(AckForm.class))
                        .answering(AnswerForm.empty(204, "It is on the disk.")).refusing(404)
                        .in(GROUP).needing(AccessScope.SIGNALS),
                Operation.of("listDeadLetters", HttpVerb.GET, "/v1/agents/{agent}/dead-letters",
                        "Lists the signals that did not reach the agent, the oldest first.", this::letters)
                        .with(AGENT)
                        .answering(AnswerForm.json(200, "Dead letters.", JsonShape.page(letter())))
                        .refusing(404).in(GROUP).needing(AccessScope.SIGNALS),
                Operation.of("requeue", HttpVerb.POST, "/v1/agents/{agent}/requeue",
                        "Puts signals that were given up into the inbox again.", this::requeue)
                        .with(AGENT).taking(BodyForm.json(RequeueForm.class))
                        .answering(AnswerForm.json(200, "The signals that wait again.", RequeueResult.class))
                        .refusing(404, 409).in(GROUP).needing(AccessScope.SIGNALS));
    }

    /** Number of signals to take. */
    public record DrainForm(@ApiDoc("Maximum number.") @ApiRange(min = 1, max = MAX_ITEMS) int limit) {}

    /** Acknowledgement. */
    public record AckForm(
            @ApiDoc("Number of the last signal that is dealt with, as are all before it.") @ApiRange(min = 1,
                    max = Long.MAX_VALUE) long through) {}

    /** Signals to requeue: some, or all. */
    public record RequeueForm(@ApiDoc("Numbers of the signals in the log.") @Nullable List<Long> sequences,
            @ApiDoc("Whether all that can be requeued are.") @Nullable Boolean all) {

        public RequeueForm {
            sequences = sequences == null ? List.of() : List.copyOf(sequences);
            boolean isAll = all != null && all;
            if (isAll != sequences.isEmpty()) {
                throw new IllegalArgumentException("requeue needs sequences, or all, and not both"
                        + "\nMaybe {\"all\": true}.");
            }
            if (sequences.size() > MAX_ITEMS) {
                throw new IllegalArgumentException("sequences must be at most " + MAX_ITEMS + ", got "
                        + sequences.size());
            }
        }
    }

    /** Signals that wait again. */
    public record RequeueResult(@ApiDoc("Their numbers in the log.") List<Long> requeued) {}

    private static JsonValue.Obj items() {
        return new JsonShape().with("items", JsonShape.list(new JsonShape().with("patterns", JsonShape.list(TEXT))
                .with("silent", FLAG).with("entry", JsonShape.shipped("entry")).json())).with("more", FLAG).json();
    }

    private static JsonValue.Obj letter() {
        return new JsonShape().with("agentId", TEXT).with("from", WHOLE).with("to", WHOLE).with("count", WHOLE)
                .with("reason", TEXT).with("attempts", WHOLE).with("detail", TEXT).with("at", WHOLE)
                .with("requeueable", FLAG).json();
    }

    private ApiAnswer show(ApiCall call) {
        int limit = call.integer("limit", 1, MAX_ITEMS).orElse(USUAL_ITEMS);
        List<InboxItem> found = inboxes.waiting(known(call), limit + 1);
        return answer(call, found.subList(0, Math.min(limit, found.size())), found.size() > limit);
    }

    private ApiAnswer drain(ApiCall call) {
        String agent = known(call);
        int limit = call.body(DrainForm.class).limit();
        List<InboxItem> taken = inboxes.inboxOf(agent).drain(limit);
        boolean isMore = taken.size() == limit && !inboxes.waiting(agent, 1).isEmpty();
        return answer(call, taken, isMore);
    }

    /** An inbox receives by patterns alone, so entries that the caller may not see are omitted here. */
    private ApiAnswer answer(ApiCall call, List<InboxItem> items, boolean isMore) {
        Predicate<LogEntry> visible = CallerAuthority.visible(call.caller(), runs);
        return ApiAnswer.of(new JsonObjectBuilder().with("items", items.stream()
                .filter(item -> visible.test(item.entry())).map(DeliveryJson::of).toList()).with("more", isMore)
                .json());
    }

    private ApiAnswer acknowledge(ApiCall call) {
        String agent = known(call);
        long through = call.body(AckForm.class).through();
        if (through > log.lastSequence()) {
            throw new IllegalArgumentException("through must be the number of a signal in the log, at most "
                    + log.lastSequence() + ", got " + through);
        }
        inboxes.inboxOf(agent).acknowledge(through);
        return ApiAnswer.empty();
    }

    private ApiAnswer letters(ApiCall call) {
        String agent = known(call);
        return ApiAnswer.of(new JsonObjectBuilder().with("items", inboxes.deadLetters().stream()
                .filter(letter -> letter.agentId().equals(agent) && isOfTenant(call, letter))
                .map(DeliveryJson::of).toList()).json());
    }

    /** A subscription of another tenant may have ended since its signal was lost. */
    private boolean isOfTenant(ApiCall call, DeadLetter letter) {
        if (letter.from() == 0) {
            return true;
        }
        List<LogEntry> found = log.read(letter.from(), 1);
        return found.isEmpty() || found.getFirst().sequence() != letter.from()
                || Objects.equals(found.getFirst().signal().scope().tenant(), call.tenant());
    }

    private ApiAnswer requeue(ApiCall call) {
        String agent = known(call);
        RequeueForm asked = call.body(RequeueForm.class);
        List<Long> sequences = Objects.requireNonNull(asked.sequences(), "sequences");
        try {
            return ApiAnswer.ofRecord(new RequeueResult(sequences.isEmpty() ? inboxes.requeueAll(agent)
                    : inboxes.requeue(agent, sequences)));
        } catch (InboxLimitException full) {
            throw ProblemException.of(409, String.valueOf(full.getMessage()));
        }
    }

    private String known(ApiCall call) {
        String agent = CallerAuthority.agent(call);
        CallerAuthority.requireKnown(call.caller(), inboxes, agent);
        return agent;
    }
}
