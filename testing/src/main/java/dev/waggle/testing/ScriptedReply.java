package dev.waggle.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One reply of a {@link ScriptedModel}: signals in the JSON that model agents ask for, a raw text, calls of tools, a
 * failure or silence. Immutable.
 *
 * <pre>{@code
 *   proposes("shard", "Shard by tenant").and(votes("shard", Stance.AGREE)).after(Duration.ofSeconds(20))
 * }</pre>
 */
public final class ScriptedReply {

    /** Confidence of a signal for which the script gives none. */
    public static final double DEFAULT_CONFIDENCE = 0.8;

    private static final String PROPOSAL = "proposalId";
    private static final String TARGET = "target";
    private static final String CONTENT = "content";

    private final Body body;
    private final List<ToolCall> calls;
    private final Delivery delivery;

    private ScriptedReply(Body body, List<ToolCall> calls, Delivery delivery) {
        this.body = body;
        this.calls = List.copyOf(calls);
        this.delivery = delivery;
    }

    /** Content of a reply. */
    sealed interface Body {

        /** Signals in the JSON that model agents ask for. */
        record Signals(List<JsonValue.Obj> items) implements Body {
            public Signals {
                items = List.copyOf(items);
            }
        }

        /** A text in pieces. */
        record Text(List<String> pieces) implements Body {
            public Text {
                pieces = List.copyOf(pieces);
            }
        }

        /** A failure in place of an answer. */
        record Failure(HarnessFailure failure) implements Body {}

        /** Pieces, and then nothing until the deadline. */
        record Silence(List<String> pieces) implements Body {
            public Silence {
                pieces = List.copyOf(pieces);
            }
        }
    }

    /**
     * Delivery of a reply.
     *
     * @param delay the time before its first piece or its failure
     * @param pieces the number of pieces that signals are streamed in
     * @param pause the time between two pieces
     * @param thinking the pieces of thinking before it
     * @param usage the reported tokens, if the model reports them
     * @param stopReason the reason for the end, if the script states one
     */
    record Delivery(Duration delay, int pieces, Duration pause, List<String> thinking, @Nullable TokenUsage usage,
            @Nullable ModelStopReason stopReason) {

        static final Delivery PLAIN = new Delivery(Duration.ZERO, 1, Duration.ZERO, List.of(), null, null);

        Delivery {
            thinking = List.copyOf(thinking);
        }
    }

    /** A raw text, streamed in these pieces; also for replies that no agent can read. */
    public static ScriptedReply says(String... pieces) {
        return new ScriptedReply(new Body.Text(List.of(pieces)), List.of(), Delivery.PLAIN);
    }

    /**
     * A proposal. Votes and doubts of the script name it by the id. The id in the log differs, because a swarm names
     * the proposals of models after their content.
     */
    public static ScriptedReply proposes(String id, String content) {
        return signal("proposal", Map.of(PROPOSAL, id, CONTENT, content));
    }

    /**
     * A vote on a proposal.
     *
     * @param proposal the id of a scripted proposal, or the content of any, or a name such as {@code #3}
     */
    public static ScriptedReply votes(String proposal, Stance stance) {
        return signal("vote", Map.of(PROPOSAL, proposal, "stance", stance.name().toLowerCase(Locale.ROOT)));
    }

    /** A discovery. */
    public static ScriptedReply finds(String finding) {
        return signal("discovery", Map.of(CONTENT, finding));
    }

    /** A doubt about a proposal, named as in {@link #votes}, or about the signal of a name such as {@code #3}. */
    public static ScriptedReply doubts(String target, String concern) {
        return signal("doubt", Map.of(TARGET, target, CONTENT, concern));
    }

    /** An argument against a proposal or a signal, named as in {@link #doubts}. */
    public static ScriptedReply challenges(String target, String counterArgument) {
        return signal("challenge", Map.of(TARGET, target, CONTENT, counterArgument));
    }

    /** An escalation to somebody outside. */
    public static ScriptedReply escalates(String reason) {
        return signal("escalate", Map.of(CONTENT, reason));
    }

    /** A fact for the shared memory. */
    public static ScriptedReply remembers(String fact) {
        return signal("memory", Map.of(CONTENT, fact));
    }

    /** A call of a tool; the model is asked again with the result. */
    public static ScriptedReply calls(String tool, JsonValue input) {
        return new ScriptedReply(new Body.Text(List.of()), List.of(new ToolCall("", tool, input)), Delivery.PLAIN);
    }

    /** A failure, such as {@code OVERLOADED} (transient), {@code AUTHENTICATION} (permanent) or {@code REFUSED}. */
    public static ScriptedReply fails(HarnessFailure.Kind kind, String message) {
        return fails(HarnessFailure.of(kind, message));
    }

    /** A failure, perhaps with the waiting time that the provider asks for. */
    public static ScriptedReply fails(HarnessFailure failure) {
        return new ScriptedReply(new Body.Failure(failure), List.of(), Delivery.PLAIN);
    }

    /** These pieces and then nothing: the call ends with its deadline, or when its caller is interrupted. */
    public static ScriptedReply hangs(String... pieces) {
        return new ScriptedReply(new Body.Silence(List.of(pieces)), List.of(), Delivery.PLAIN);
    }

    /**
     * This reply and the content of another one in one: signals beside signals, or calls of tools beside anything but
     * a failure. Delay, thinking and cost are those of this one.
     *
     * @throws IllegalArgumentException when the two cannot be one reply
     */
    public ScriptedReply and(ScriptedReply other) {
        List<ToolCall> all = new ArrayList<>(calls);
        all.addAll(other.calls);
        if (body instanceof Body.Signals(List<JsonValue.Obj> own)
                && other.body instanceof Body.Signals(List<JsonValue.Obj> others)) {
            List<JsonValue.Obj> items = new ArrayList<>(own);
            items.addAll(others);
            return new ScriptedReply(new Body.Signals(items), all, delivery);
        }
        boolean onlyCalls = other.body.equals(new Body.Text(List.of())) && !other.calls.isEmpty();
        if (!onlyCalls || body instanceof Body.Failure || body instanceof Body.Silence) {
            throw new IllegalArgumentException("these cannot be one reply: " + this + " and " + other
                    + "\nMaybe answers(first, second), which gives one after the other.");
        }
        return new ScriptedReply(body, all, delivery);
    }

    /**
     * The same with that confidence of each of its signals; the weight of a vote is its confidence.
     *
     * @param confidence 0..1
     * @throws IllegalArgumentException when the reply holds no signals, or the number is out of range
     */
    public ScriptedReply withConfidence(double confidence) {
        if (!(confidence >= 0 && confidence <= 1)) {
            throw new IllegalArgumentException("confidence must be between 0 and 1, got " + confidence);
        }
        if (!(body instanceof Body.Signals(List<JsonValue.Obj> items))) {
            throw new IllegalArgumentException("only signals have a confidence, got " + this);
        }
        return new ScriptedReply(new Body.Signals(items.stream().map(item -> {
            Map<String, JsonValue> fields = new LinkedHashMap<>(item.fields());
            fields.put("confidence", JsonValue.of(confidence));
            return new JsonValue.Obj(fields);
        }).toList()), calls, delivery);
    }

    /** The same after that time of the swarm's world, not negative; the deadline of the call counts. */
    public ScriptedReply after(Duration delay) {
        requireNotNegative("delay", delay);
        return with(it -> new Delivery(delay, it.pieces, it.pause, it.thinking, it.usage, it.stopReason));
    }

    /**
     * The same with signals streamed in that many pieces of almost equal length, or as many as there are characters.
     * A raw text keeps the pieces of its script.
     *
     * @param pieces at least 1
     * @param pause the time of the swarm's world between two pieces of any text, not negative
     */
    public ScriptedReply inPieces(int pieces, Duration pause) {
        if (pieces < 1) {
            throw new IllegalArgumentException("pieces must be at least 1, got " + pieces);
        }
        requireNotNegative("pause", pause);
        return with(it -> new Delivery(it.delay, pieces, pause, it.thinking, it.usage, it.stopReason));
    }

    /** The same after the model has thought this, in pieces. */
    public ScriptedReply thinking(String... pieces) {
        return with(it -> new Delivery(it.delay, it.pieces, it.pause, List.of(pieces), it.usage, it.stopReason));
    }

    /** The same with that usage; without it the tokens are estimated, as for a provider that reports none. */
    public ScriptedReply costing(int inputTokens, int outputTokens) {
        TokenUsage usage = new TokenUsage(inputTokens, outputTokens, (double) inputTokens + outputTokens);
        return with(it -> new Delivery(it.delay, it.pieces, it.pause, it.thinking, usage, it.stopReason));
    }

    /** The same with that reason for its end, for example {@code MAX_TOKENS}. */
    public ScriptedReply stoppingBy(ModelStopReason reason) {
        return with(it -> new Delivery(it.delay, it.pieces, it.pause, it.thinking, it.usage, reason));
    }

    @Override
    public String toString() {
        String content = switch (body) {
            case Body.Signals(List<JsonValue.Obj> items) -> JsonLine.of(JsonValue.of(List.copyOf(items)));
            case Body.Text(List<String> pieces) -> JsonLine.quoted(String.join("", pieces));
            case Body.Failure(HarnessFailure failure) -> failure.kind().wireName() + ": " + failure.message();
            case Body.Silence(List<String> pieces) -> JsonLine.quoted(String.join("", pieces)) + " and silence";
        };
        return calls.isEmpty() ? content : content + " with calls of "
                + String.join(", ", calls.stream().map(ToolCall::name).toList());
    }

    Body body() {
        return body;
    }

    /** Calls of tools, without ids. */
    List<ToolCall> toolCalls() {
        return calls;
    }

    Delivery delivery() {
        return delivery;
    }

    /** The scripted proposals: their content by their id. */
    Map<String, String> proposals() {
        Map<String, String> proposals = new LinkedHashMap<>();
        if (body instanceof Body.Signals(List<JsonValue.Obj> items)) {
            items.stream().filter(item -> JsonValue.of("proposal").equals(item.fields().get("type")))
                    .forEach(item -> proposals.put(text(item, PROPOSAL), text(item, CONTENT)));
        }
        return proposals;
    }

    /** The text of the signals, with each name of a proposal replaced. */
    static String text(List<JsonValue.Obj> items, UnaryOperator<String> name) {
        List<JsonValue> named = new ArrayList<>();
        for (JsonValue.Obj item : items) {
            Map<String, JsonValue> fields = new LinkedHashMap<>(item.fields());
            fields.computeIfPresent(PROPOSAL, (_, id) -> JsonValue.of(name.apply(((JsonValue.Str) id).value())));
            fields.computeIfPresent(TARGET, (_, id) -> JsonValue.of(name.apply(((JsonValue.Str) id).value())));
            named.add(JsonValue.of(fields));
        }
        return JsonLine.of(new JsonObjectBuilder().with("signals", named).json());
    }

    private static String text(JsonValue.Obj item, String field) {
        return item.fields().get(field) instanceof JsonValue.Str(String text) ? text : "";
    }

    private static ScriptedReply signal(String type, Map<String, String> texts) {
        JsonObjectBuilder item = new JsonObjectBuilder().with("type", type).with("confidence", DEFAULT_CONFIDENCE);
        for (String name : List.of(PROPOSAL, TARGET, "stance", CONTENT)) {
            String text = texts.get(name);
            if (text != null && text.isBlank()) {
                throw new IllegalArgumentException(name + " of a scripted " + type + " must not be blank");
            }
            item.withPresent(name, text);
        }
        return new ScriptedReply(new Body.Signals(List.of(item.json())), List.of(), Delivery.PLAIN);
    }

    private ScriptedReply with(UnaryOperator<Delivery> change) {
        return new ScriptedReply(body, calls, change.apply(delivery));
    }

    private static void requireNotNegative(String name, Duration span) {
        if (span.isNegative()) {
            throw new IllegalArgumentException(name + " must not be negative, got " + span);
        }
    }
}
