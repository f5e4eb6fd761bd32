package dev.waggle.server.api.signal;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

import dev.waggle.journal.inbox.DeadLetter;
import dev.waggle.journal.inbox.InboxLimitException;
import dev.waggle.journal.inbox.InboxService;
import dev.waggle.journal.inbox.InboxStatus;
import dev.waggle.journal.inbox.Subscription;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.journal.signals.DeliveryJson;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.BodyForm;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.JsonShape;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.PageCursor;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.ProblemException;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.QuotedValue;
import org.jspecify.annotations.Nullable;

import static dev.waggle.server.http.JsonShape.FLAG;
import static dev.waggle.server.http.JsonShape.TEXT;
import static dev.waggle.server.http.JsonShape.WHOLE;

/** Agents with inboxes, and their subscriptions to signals of the caller's tenant. */
public final class SubscriptionsApi {

    private static final int USUAL_PAGE = 100;
    private static final int MAX_PAGE = 1_000;
    private static final String GROUP = "agents";
    private static final Parameter AGENT = Parameter.path("agent", "Id of the agent.");

    private final InboxService inboxes;

    /** Makes the check of the tenant and the change one step. */
    private final ReentrantLock changes = new ReentrantLock();

    /** Subscriptions of a folder. */
    public SubscriptionsApi(InboxService inboxes) {
        this.inboxes = inboxes;
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("listAgents", HttpVerb.GET, "/v1/agents",
                        "Lists agents with the state of their inboxes, in the order in which they became known.",
                        this::agents)
                        .with(paging()).answering(AnswerForm.json(200, "Agents.", AgentPage.class))
                        .in(GROUP).needing(AccessScope.SIGNALS),
                Operation.of("registerAgent", HttpVerb.POST, "/v1/agents/{agent}",
                        "Makes an agent known, so that others can subscribe for it.", this::register)
                        .with(AGENT)
                        .answering(AnswerForm.json(201, "It is known now.", AgentLine.class),
                                AnswerForm.json(200, "It was known already.", AgentLine.class))
                        .refusing(404, 409).in(GROUP).needing(AccessScope.SIGNALS),
                Operation.of("listSubscriptions", HttpVerb.GET, "/v1/subscriptions",
                        "Lists subscriptions in the order in which they were made.", this::list)
                        .with(Parameter.query("agent", "Only those of that agent."), paging()[0], paging()[1])
                        .answering(AnswerForm.json(200, "Subscriptions.", JsonShape.page(shape())))
                        .in(GROUP).needing(AccessScope.SIGNALS),
                Operation.of("subscribe", HttpVerb.PUT, "/v1/agents/{agent}/subscriptions",
                        "Subscribes an agent to the later signals of a pattern, or renews its subscription.",
                        this::subscribe)
                        .with(AGENT).taking(BodyForm.json(SubscriptionForm.class))
                        .answering(AnswerForm.json(201, "The new subscription.", shape()),
                                AnswerForm.json(200, "The renewed subscription.", shape()))
                        .refusing(404, 409).in(GROUP).needing(AccessScope.SIGNALS),
                Operation.of("unsubscribe", HttpVerb.DELETE, "/v1/agents/{agent}/subscriptions",
                        "Ends the subscription of exactly that pattern.", this::unsubscribe)
                        .with(AGENT, Parameter.query("pattern", "The pattern as it was subscribed.").asRequired())
                        .answering(AnswerForm.json(200, "Whether there was one.", RemovalResult.class))
                        .refusing(404).in(GROUP).needing(AccessScope.SIGNALS));
    }

    /** Page of agents. */
    public record AgentPage(@ApiDoc("Agents.") List<AgentLine> items,
            @ApiDoc("The cursor of the next page; absent on the last.") @Nullable String next) {}

    /** State of an agent. */
    public record AgentLine(@ApiDoc("Its id.") String agent,
            @ApiDoc("Number of its subscriptions.") int subscriptions,
            @ApiDoc("Signals that wait in memory.") int waiting,
            @ApiDoc("Whether more wait in the log.") boolean spilled,
            @ApiDoc("Signals since the start that made room for others.") long dropped,
            @ApiDoc("Signals since the start whose time to live was over.") long expired,
            @ApiDoc("Signals that did not reach it, of its dead letters.") long deadLetters,
            @ApiDoc("Number of the last signal that was taken; 0 for none.") long taken,
            @ApiDoc("Number of the last signal that is not delivered again; 0 for none.") long acknowledged) {}

    /** Subscription to make or renew. */
    public record SubscriptionForm(@ApiDoc("The types, such as build:*; * is one whole segment.") String pattern,
            @ApiDoc("Whether the signals are context only, or call for a reaction. By default as it is, and true for a"
                    + " new subscription.") @Nullable Boolean silent,
            @ApiDoc("Whether the agent gets its own signals too; false by default.") @Nullable Boolean own,
            @ApiDoc("Whether solves deliver the bookkeeping of the runtime too; by default as it is, and false at"
                    + " first.") @Nullable Boolean bookkeeping) {}

    /** Result of ending a subscription. */
    public record RemovalResult(@ApiDoc("Whether there was such a subscription.") boolean removed) {}

    private static Parameter[] paging() {
        return new Parameter[] {Parameter.number("limit", 1, MAX_PAGE, "Maximum number, " + USUAL_PAGE
                + " by default."),
            PageCursor.parameter()};
    }

    private static JsonValue.Obj shape() {
        return new JsonShape().with("agentId", TEXT).with("pattern", TEXT).withOptional("tenant", TEXT)
                .with("silent", FLAG).with("own", FLAG).withOptional("bookkeeping", FLAG).with("createdAt", WHOLE)
                .with("updatedAt", WHOLE).with("after", WHOLE).json();
    }

    private ApiAnswer agents(ApiCall call) {
        List<String> reached = inboxes.agents().stream()
                .filter(agent -> CallerAuthority.reaches(call.caller(), inboxes, agent)).toList();
        Map<String, Long> letters = deadLetters();
        List<AgentLine> page = page(call, reached).stream().map(agent -> line(agent, letters)).toList();
        return ApiAnswer.ofRecord(new AgentPage(page, next(call, reached.size(), page.size())));
    }

    private Map<String, Long> deadLetters() {
        return inboxes.deadLetters().stream()
                .collect(Collectors.groupingBy(DeadLetter::agentId, Collectors.summingLong(DeadLetter::count)));
    }

    private AgentLine line(String agent, Map<String, Long> letters) {
        InboxStatus it = inboxes.status(agent).orElseGet(() -> new InboxStatus(agent, 0, false, 0, 0, 0, 0, 0));
        return new AgentLine(agent, inboxes.subscriptions(agent).size(), it.waiting(), it.isSpilled(), it.dropped(),
                it.expired(), letters.getOrDefault(agent, 0L), it.taken(), it.acknowledged());
    }

    private ApiAnswer register(ApiCall call) {
        String agent = CallerAuthority.agent(call);
        CallerAuthority.requireFree(call.caller(), inboxes, agent);
        boolean isNew = !inboxes.isKnown(agent);
        try {
            inboxes.registerAgent(agent);
        } catch (InboxLimitException full) {
            throw ProblemException.of(409, String.valueOf(full.getMessage()));
        }
        return ApiAnswer.ofRecord(line(agent, deadLetters())).withStatus(isNew ? 201 : 200);
    }

    private ApiAnswer list(ApiCall call) {
        String agent = call.query("agent").orElse(null);
        if (agent != null) {
            CallerAuthority.requireOwn(call.caller(), agent);
        }
        List<Subscription> found = (agent == null ? inboxes.subscriptions() : inboxes.subscriptions(agent)).stream()
                .filter(one -> Objects.equals(one.tenant(), call.tenant()))
                .filter(one -> CallerAuthority.isOwn(call.caller(), one.agentId())).toList();
        List<Subscription> page = page(call, found);
        return ApiAnswer.of(new JsonObjectBuilder().with("items", page.stream().map(DeliveryJson::of).toList())
                .withPresent("next", next(call, found.size(), page.size())).json());
    }

    private static <T> List<T> page(ApiCall call, List<T> all) {
        int limit = call.integer("limit", 1, MAX_PAGE).orElse(USUAL_PAGE);
        return all.stream().skip(Math.max(0, PageCursor.number(call))).limit(limit).toList();
    }

    private static @Nullable String next(ApiCall call, int all, int shown) {
        long end = Math.max(0, PageCursor.number(call)) + shown;
        return shown > 0 && end < all ? PageCursor.of(String.valueOf(end)) : null;
    }

    /** An agent subscribes itself by its token; anybody else names one that is known. */
    private ApiAnswer subscribe(ApiCall call) {
        String agent = CallerAuthority.agent(call);
        SubscriptionForm asked = call.body(SubscriptionForm.class);
        SubscriptionRequest request = new SubscriptionRequest(agent, asked.pattern(), asked.silent(), asked.own(),
                asked.bookkeeping(), call.tenant(), null);
        changes.lock();
        try {
            if (agent.equals(call.caller().agent())) {
                CallerAuthority.requireFree(call.caller(), inboxes, agent);
            } else {
                CallerAuthority.requireKnown(call.caller(), inboxes, agent);
            }
            boolean isNew = inboxes.subscription(agent, asked.pattern(), call.tenant()).isEmpty();
            return ApiAnswer.of(DeliveryJson.of(inboxes.subscribe(request))).withStatus(isNew ? 201 : 200);
        } catch (InboxLimitException full) {
            throw ProblemException.of(409, String.valueOf(full.getMessage()));
        } finally {
            changes.unlock();
        }
    }

    private ApiAnswer unsubscribe(ApiCall call) {
        String agent = CallerAuthority.agent(call);
        CallerAuthority.requireKnown(call.caller(), inboxes, agent);
        String pattern = call.query("pattern").orElseThrow();
        if (pattern.isBlank()) {
            throw new IllegalArgumentException("pattern must not be blank, got " + QuotedValue.of(pattern));
        }
        return ApiAnswer.ofRecord(new RemovalResult(inboxes.unsubscribe(agent, agent, pattern, call.tenant())));
    }
}
