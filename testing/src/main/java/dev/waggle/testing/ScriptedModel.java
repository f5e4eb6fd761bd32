package dev.waggle.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.RetryPolicy;
import dev.waggle.swarm.harness.call.CircuitBreaker;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.harness.call.ResilientHarness;
import dev.waggle.swarm.reaction.reply.ProposalName;

/**
 * A model that follows a script, in place of a provider's.
 *
 * <pre>{@code
 *   ScriptedModel model = ScriptedModel.named("team")
 *           .agent("scout").answers(proposes("shard", "Shard by tenant"), votes("shard", Stance.AGREE))
 *           .when(request -> request.contains("Shard by tenant")).answers(votes("shard", Stance.AGREE));
 * }</pre>
 *
 * The first rule that fits a request and has a reply left answers it. A request without one fails, with its prompt in
 * the message. A request that every provider refuses, such as one without a message, fails as a bad request. Calls
 * are paid from the budget of the solve, their delays pass in the swarm's world, and their signals are those of a real
 * model.
 *
 * <p>Rules are added before the model is used. Then it is thread-safe. Agents that share a rule get its replies in the
 * order of their calls. Where that order matters, each agent needs a rule of its own. A model keeps its place in the
 * script between solves.
 */
public final class ScriptedModel implements Harness {

    /** Maximum number of characters of a prompt that a message shows, from its end. */
    private static final int MAX_PROMPT = 2_000;

    private final String name;
    private final Harness paid = new MeteredHarness(new PlayingHarness());
    private final List<ScriptedRule> rules = new CopyOnWriteArrayList<>();
    private final Map<String, String> proposals = new ConcurrentHashMap<>();
    private final List<ModelRequest> requests = new ArrayList<>();
    private final List<String> faults = new CopyOnWriteArrayList<>();

    private ScriptedModel(String name) {
        this.name = name;
    }

    /**
     * Creates a model without a script.
     *
     * @param name its name behind {@code scripted:}, in logs and in price tables; letters, digits, {@code . _ -}
     */
    public static ScriptedModel named(String name) {
        if (!name.matches("[A-Za-z0-9._-]+")) {
            throw new IllegalArgumentException(
                    "the name of a model must be letters, digits, '.', '_' or '-', got \"" + name + '"');
        }
        return new ScriptedModel(name);
    }

    /** Begins a rule for the requests that fit. */
    public ScriptedRule when(Predicate<ModelRequest> condition) {
        return new ScriptedRule(condition);
    }

    /** Begins a rule for the requests of that agent. */
    public ScriptedRule agent(String id) {
        return when(request -> request.agent().equals(id));
    }

    /** Adds a rule for every request; see {@link ScriptedRule#answers}. */
    public ScriptedModel answers(ScriptedReply first, ScriptedReply... then) {
        return when(request -> true).answers(first, then);
    }

    /** Rule of a script: the replies to the requests that fit it. */
    public final class ScriptedRule {

        private final Predicate<ModelRequest> condition;
        private final AtomicInteger given = new AtomicInteger();
        private List<ScriptedReply> replies = List.of();
        private boolean isRepeated;

        private ScriptedRule(Predicate<ModelRequest> condition) {
            this.condition = condition;
        }

        /** Adds the rule: one reply for each request, in order, and the last one for all further requests. */
        public ScriptedModel answers(ScriptedReply first, ScriptedReply... then) {
            return add(first, then, true);
        }

        /** Adds the rule: one reply for each request, in order. Further requests go to the rules behind it. */
        public ScriptedModel answersOnce(ScriptedReply first, ScriptedReply... then) {
            return add(first, then, false);
        }

        private ScriptedModel add(ScriptedReply first, ScriptedReply[] then, boolean repeated) {
            if (!replies.isEmpty()) {
                throw new IllegalStateException("this rule has its replies already\nMaybe begin another one.");
            }
            List<ScriptedReply> all = new ArrayList<>(List.of(first));
            all.addAll(Arrays.asList(then));
            all.forEach(reply -> reply.proposals().forEach(ScriptedModel.this::name));
            replies = List.copyOf(all);
            isRepeated = repeated;
            rules.add(this);
            return ScriptedModel.this;
        }

        /** Takes the next reply, if there is one left. */
        private Optional<ScriptedReply> next() {
            int at = given.getAndUpdate(count -> Math.min(count + 1, replies.size()));
            return at < replies.size()
                    ? Optional.of(replies.get(at))
                    : isRepeated ? Optional.of(replies.getLast()) : Optional.empty();
        }

        private List<ScriptedReply> unused() {
            return replies.subList(given.get(), replies.size());
        }
    }

    /**
     * This model behind the retries and the circuit breaker that live models have.
     *
     * @param world the world of the swarm, in which the waits pass
     */
    public Harness withRetries(RetryPolicy policy, World world) {
        return new ResilientHarness(this, policy, new CircuitBreaker(model(), BreakerPolicy.DEFAULTS, world));
    }

    /** Returns the requests so far, in the order of arrival; refused and unscripted ones are among them. */
    public List<ModelRequest> requests() {
        synchronized (requests) {
            return List.copyOf(requests);
        }
    }

    /** Returns the requests of that agent so far, in the order of arrival. */
    public List<ModelRequest> requestsBy(String agent) {
        return requests().stream().filter(request -> request.agent().equals(agent)).toList();
    }

    @Override
    public String type() {
        return "scripted";
    }

    @Override
    public String displayName() {
        return "Scripted " + name;
    }

    @Override
    public String model() {
        return type() + ':' + name;
    }

    /** Streams, obeys schemas and calls tools; it keeps no sessions, so each request holds the whole conversation. */
    @Override
    public HarnessCapabilities capabilities() {
        return new HarnessCapabilities(true, true, true, false);
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        return paid.run(input, context);
    }

    @Override
    public String toString() {
        return model();
    }

    /** Descriptions of the requests that no rule answered and of those that a provider would refuse. */
    List<String> faults() {
        return List.copyOf(faults);
    }

    /** Replies that no request got. */
    List<ScriptedReply> unused() {
        return rules.stream().flatMap(rule -> rule.unused().stream()).toList();
    }

    /** The harness behind the meter: it plays the script. */
    private final class PlayingHarness implements Harness {

        @Override
        public String type() {
            return ScriptedModel.this.type();
        }

        @Override
        public String displayName() {
            return ScriptedModel.this.displayName();
        }

        @Override
        public String model() {
            return ScriptedModel.this.model();
        }

        @Override
        public HarnessCapabilities capabilities() {
            return ScriptedModel.this.capabilities();
        }

        @Override
        public HarnessOutput run(HarnessInput input, RunContext context)
                throws HarnessException, InterruptedException {
            return HarnessRun.of(this, input, context, run -> {
                ModelRequest request = record(input, context.caller().emission());
                Optional<HarnessFailure> refusal = RequestCheck.refusal(input);
                if (refusal.isPresent()) {
                    faults.add("request " + request.number() + " was refused: " + refusal.get().message());
                    throw new HarnessException(refusal.get());
                }
                return play(reply(request), request, context, run);
            });
        }
    }

    private ModelRequest record(HarnessInput input, Emission by) {
        synchronized (requests) {
            ModelRequest request = new ModelRequest(requests.size() + 1, by.by(), by.invocation(), input);
            requests.add(request);
            return request;
        }
    }

    /** The reply of the first rule that fits and has one left. No lock is held while a condition is asked. */
    private ScriptedReply reply(ModelRequest request) throws HarnessException {
        for (ScriptedRule rule : rules) {
            if (rule.condition.test(request)) {
                Optional<ScriptedReply> reply = rule.next();
                if (reply.isPresent()) {
                    return reply.get();
                }
            }
        }
        String prompt = request.prompt();
        String shown = prompt.length() <= MAX_PROMPT
                ? prompt
                : "[cut] " + prompt.substring(prompt.length() - MAX_PROMPT);
        String fault = "the script of " + model() + " has no reply for request " + request.number() + ", turn "
                + request.turn() + " of agent \"" + request.agent() + "\"\nMaybe add .agent("
                + JsonLine.quoted(request.agent()) + ").answers(...) for its prompt:\n" + shown;
        faults.add(fault);
        throw HarnessException.of(HarnessFailure.Kind.FAILED, fault);
    }

    private HarnessOutput play(ScriptedReply reply, ModelRequest request, RunContext context, HarnessRun run)
            throws HarnessException, InterruptedException {
        ScriptedReply.Delivery delivery = reply.delivery();
        pass(delivery.delay(), context);
        return switch (reply.body()) {
            case ScriptedReply.Body.Failure(HarnessFailure failure) -> throw new HarnessException(failure);
            case ScriptedReply.Body.Silence(List<String> pieces) -> {
                stream(pieces, delivery, context, run);
                throw hang(context);
            }
            case ScriptedReply.Body.Text(List<String> pieces) -> {
                stream(pieces, delivery, context, run);
                yield output(String.join("", pieces), reply, request);
            }
            case ScriptedReply.Body.Signals(List<JsonValue.Obj> items) -> {
                String text = ScriptedReply.text(items, proposal -> idIn(request, proposal));
                stream(split(text, delivery.pieces()), delivery, context, run);
                yield output(text, reply, request);
            }
        };
    }

    private static void stream(List<String> pieces, ScriptedReply.Delivery delivery, RunContext context,
            HarnessRun run) throws HarnessException, InterruptedException {
        delivery.thinking().forEach(run::thinking);
        for (int i = 0; i < pieces.size(); i++) {
            if (i > 0) {
                pass(delivery.pause(), context);
            }
            run.text(pieces.get(i));
        }
    }

    private static HarnessOutput output(String text, ScriptedReply reply, ModelRequest request) {
        List<ToolCall> calls = new ArrayList<>();
        for (ToolCall call : reply.toolCalls()) {
            calls.add(new ToolCall("call-" + request.number() + '-' + (calls.size() + 1), call.name(), call.input()));
        }
        ModelStopReason stated = reply.delivery().stopReason();
        ModelStopReason usual = calls.isEmpty() ? ModelStopReason.END : ModelStopReason.TOOL_USE;
        return new HarnessOutput(text, calls, null, reply.delivery().usage(), stated == null ? usual : stated);
    }

    /** Lets that time pass, and fails when the deadline comes before. */
    private static void pass(Duration span, RunContext context) throws HarnessException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("the call was cancelled");
        }
        Duration left = context.deadline().remaining();
        if (span.compareTo(left) >= 0) {
            throw hang(context);
        }
        if (!span.isZero()) {
            context.world().await(new CompletableFuture<>(), span);
        }
    }

    /** Waits for the deadline and returns the failure. */
    private static HarnessException hang(RunContext context) throws InterruptedException {
        while (!context.deadline().isExpired()) {
            context.deadline().await(new CompletableFuture<>());
        }
        return HarnessException.of(HarnessFailure.Kind.DEADLINE, "the scripted model did not answer in time");
    }

    private void name(String id, String content) {
        String known = proposals.putIfAbsent(id, content);
        if (known != null && !known.equals(content)) {
            throw new IllegalArgumentException("the id \"" + id + "\" stands for two proposals: \"" + known
                    + "\" and \"" + content + "\"\nMaybe name one of them differently.");
        }
    }

    /** The id of a proposal in the log: of a scripted one, of one with that content in the prompt, or as it is. */
    private String idIn(ModelRequest request, String proposal) {
        String content = proposals.get(proposal);
        if (content != null) {
            return ProposalName.of(content);
        }
        String byContent = ProposalName.of(proposal);
        return request.contains(JsonLine.quoted(byContent)) ? byContent : proposal;
    }

    /** The text in that many pieces of almost equal length; a pair of surrogates stays in one. */
    private static List<String> split(String text, int pieces) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int piece = 1; piece <= pieces; piece++) {
            int to = (int) ((long) text.length() * piece / pieces);
            if (to > from && to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
                to++;
            }
            if (to > from) {
                parts.add(text.substring(from, to));
                from = to;
            }
        }
        return parts;
    }
}
