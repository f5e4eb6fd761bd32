package dev.waggle.swarm.runlog;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.HarnessCodec;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.agent.ReplyReading;
import dev.waggle.swarm.agent.call.CallOutcome;
import dev.waggle.swarm.agent.call.CallOutcome.Answered;
import dev.waggle.swarm.agent.call.CallOutcome.Failed;
import dev.waggle.swarm.agent.call.TurnAnswer;
import dev.waggle.swarm.harness.Price;
import dev.waggle.swarm.harness.call.BudgetLedger;
import dev.waggle.swarm.identity.InfrastructureNames;
import org.jspecify.annotations.Nullable;

/**
 * Logged results of external calls, so that a replay needs no call. {@code turn:taken} is a turn of an agent,
 * {@code part:answered} work for a part of the runtime, {@code cost:late} a payment after the end of such work.
 * {@code cost:lost} is a payment for a call whose answer was lost.
 *
 * <pre>
 *   by, number   whose turn and which of its turns, or the part and which of its pieces of work
 *   answer       what came: the drafts of a turn, or its deferral, as {@link DraftJson}, the JSON of a part; or
 *   failed       why nothing came, with permanent (true, or absent) if later calls would fail too; or
 *   unwritten    why the answer is not in the log
 *   tookNanos    how long it took, where it was answered
 *   replies      in order, the answers of models that were read as replies: model, outcome, and where there are any:
 *                mended and dropped, each a list of cause and detail
 *   paid         in order: payer, model, inputTokens, outputTokens, totalTokens, estimated, and where they are
 *                above 0: cachedInputTokens, cacheWriteTokens, reasoningTokens; price where the harness stated it:
 *                input, output, cachedInput, cacheWrite, reasoning in USD for a million tokens
 *   refused      true when a call was refused for want of money
 *   harnessSignals  in a store of answers: how many of the harness signals before it are its own, the last ones. An
 *                earlier process may have ended while it stored the same work, and left some; absent if there are none
 * </pre>
 */
public final class WorkFacts {

    /** Type of the fact that a turn of an agent has ended. */
    public static final SignalType TURN = SignalType.custom("turn:taken");
    /** Type of the fact that work for a part of the runtime has ended. */
    public static final SignalType PART = SignalType.custom("part:answered");
    /** Type of the fact of a payment after the end of its work. */
    public static final SignalType LATE = SignalType.custom("cost:late");

    /** Type of the fact of payments for calls that an interruption left without an answer. */
    public static final SignalType LOST = SignalType.custom("cost:lost");
    private static final String REPLIES = "replies";
    private static final String PERMANENT = "permanent";
    private static final String HARNESS_SIGNALS = "harnessSignals";

    private WorkFacts() {}

    /** True if that is the type of a fact of payments outside of work. */
    static boolean isLatePayment(SignalType type) {
        return type.equals(LATE) || type.equals(LOST);
    }

    /** True for the result of work of that part of the runtime; false for a damaged one. */
    public static boolean isWorkOf(String part, LogEntry entry) {
        return isWorkFact(entry) && entry.signal().payload() instanceof Payload.Open body
                && body.data() instanceof JsonValue.Obj(var fields)
                && JsonValue.of(part).equals(fields.get("by"));
    }

    /** True for the result of a turn or of work for a part of the runtime. */
    public static boolean isWorkFact(LogEntry entry) {
        SignalType type = entry.signal().type();
        return (type.equals(TURN) || type.equals(PART))
                && entry.emission().by().equals(InfrastructureNames.ORCHESTRATOR);
    }

    /** The type for work of an agent or of a part of the runtime. */
    public static SignalType typeFor(Emission by) {
        return InfrastructureNames.contains(by.by()) ? PART : TURN;
    }

    /** Body of the fact for that result, without its harness signals. */
    public static Payload.Open body(Emission by, WorkResult done) {
        return body(done, named(by));
    }

    /** Body of the fact behind its harness signals in a store of answers, with their number. */
    static Payload.Open storedBody(Emission by, WorkResult done) {
        JsonObjectBuilder facts = named(by);
        if (!done.harnessSignals().isEmpty()) {
            facts.with(HARNESS_SIGNALS, done.harnessSignals().size());
        }
        return body(done, facts);
    }

    private static Payload.Open body(WorkResult done, JsonObjectBuilder facts) {
        switch (done.outcome()) {
            case Answered<JsonValue> answered ->
                facts.with("answer", answered.answer()).with("tookNanos", answered.took().toNanos());
            case Failed<JsonValue> failed -> {
                facts.with("failed", failed.message());
                if (failed.permanent()) {
                    facts.with(PERMANENT, true);
                }
            }
        }
        if (!done.readings().isEmpty()) {
            facts.with(REPLIES, done.readings().stream().map(ReplyReading::json).toList());
        }
        return body(facts, done.cost());
    }

    /** The body for a journal that cannot hold the answer. */
    public static Payload.Open unwritten(Emission by, String reason, WorkResult.WorkCost bill) {
        return body(named(by).with("unwritten", reason), bill);
    }

    /** The body for payments that came late. */
    public static Payload.Open latePayments(List<BudgetLedger.Payment> payments) {
        return body(new JsonObjectBuilder(), new WorkResult.WorkCost(payments, false));
    }

    /** Author and number of the piece of work. */
    public static Emission emission(Signal fact) {
        return emission(FactBody.of(fact));
    }

    private static Emission emission(JsonObjectReader fields) {
        String by = fields.text("by");
        int number = fields.int32("number");
        return fields.build(() -> new Emission(by, number));
    }

    /** Reason for a missing answer in the log. */
    static Optional<String> unwritten(Signal fact) {
        JsonObjectReader fields = FactBody.of(fact);
        String reason = fields.optionalText("unwritten");
        if (reason != null) {
            Emission _ = emission(fields);
            WorkResult.WorkCost _ = readCost(fields);
        }
        return Optional.ofNullable(reason);
    }

    static WorkResult read(Signal fact, List<Signal> signals) {
        JsonObjectReader fields = FactBody.of(fact);
        Emission _ = emission(fields);
        CallOutcome<JsonValue> outcome = fields.has("failed")
                ? new Failed<>(fields.text("failed"), permanent(fields))
                : new Answered<>(answer(fact, fields), took(fields));
        List<ReplyReading> readings = readings(fields);
        return new WorkResult(outcome, own(signals, fields), readCost(fields), readings);
    }

    /** Of the harness signals before a fact, those of the process that wrote it. */
    private static List<Signal> own(List<Signal> signals, JsonObjectReader fields) {
        if (!fields.has(HARNESS_SIGNALS)) {
            return signals;
        }
        int count = fields.int32(HARNESS_SIGNALS);
        if (count < 1 || count > signals.size()) {
            throw fields.invalid(HARNESS_SIGNALS, "a whole number between 1 and " + signals.size()
                    + ", the harness signals before it");
        }
        return signals.subList(signals.size() - count, signals.size());
    }

    private static boolean permanent(JsonObjectReader fields) {
        boolean permanent = fields.has(PERMANENT);
        if (permanent && !fields.flag(PERMANENT)) {
            throw fields.invalid(PERMANENT, "true");
        }
        return permanent;
    }

    /** Readings of the replies in a {@code turn:taken}; empty in a log of an earlier version. */
    public static List<ReplyReading> readings(Signal fact) {
        return readings(FactBody.of(fact));
    }

    private static List<ReplyReading> readings(JsonObjectReader fields) {
        List<ReplyReading> readings = fields.optionalObjects(REPLIES).stream().map(ReplyReading::read).toList();
        if (fields.has(REPLIES) && readings.isEmpty()) {
            throw fields.invalid(REPLIES, "an array with items");
        }
        return readings;
    }

    private static JsonValue answer(Signal fact, JsonObjectReader fields) {
        JsonValue answer = fields.value("answer");
        if (fact.type().equals(TURN)) {
            TurnAnswer _ = DraftJson.readAnswer(answer); // Read at a place that knows the wrong entry.
        }
        return answer;
    }

    private static Duration took(JsonObjectReader fields) {
        long nanos = fields.integer("tookNanos");
        if (nanos < 0) {
            throw fields.invalid("tookNanos", "a whole number of at least 0");
        }
        return Duration.ofNanos(nanos);
    }

    /** Cost of the work, or the late payments, from the remaining fields of a fact. A missing one is none. */
    public static WorkResult.WorkCost readCost(JsonObjectReader fields) {
        List<BudgetLedger.Payment> payments = fields.optionalObjects("paid").stream().map(WorkFacts::payment).toList();
        boolean refused = fields.has("refused");
        if (fields.has("paid") && payments.isEmpty()) {
            throw fields.invalid("paid", "an array with items");
        }
        if (refused && !fields.flag("refused")) {
            throw fields.invalid("refused", "true");
        }
        fields.rejectUnknownFields();
        return new WorkResult.WorkCost(payments, refused);
    }

    private static JsonObjectBuilder named(Emission by) {
        return new JsonObjectBuilder().with("by", by.by()).with("number", by.invocation());
    }

    private static Payload.Open body(JsonObjectBuilder facts, WorkResult.WorkCost bill) {
        if (!bill.payments().isEmpty()) {
            facts.with("paid", bill.payments().stream().map(WorkFacts::json).toList());
        }
        if (bill.refused()) {
            facts.with("refused", true);
        }
        return Payload.Open.data(facts.json());
    }

    private static JsonValue json(BudgetLedger.Payment payment) {
        return new JsonObjectBuilder().with("payer", payment.payer())
                .with("model", payment.model())
                .withAll(HarnessCodec.encode(payment.usage()))
                .with("estimated", payment.estimated())
                .withPresent("price", payment.statedPrice().map(WorkFacts::json).orElse(null)).json();
    }

    static JsonValue json(Price price) {
        return new JsonObjectBuilder().with("input", price.inputPerMillion())
                .with("output", price.outputPerMillion())
                .withPresent("cachedInput", price.cachedInputPerMillion())
                .withPresent("cacheWrite", price.cacheWritePerMillion())
                .withPresent("reasoning", price.reasoningPerMillion()).json();
    }

    private static BudgetLedger.Payment payment(JsonObjectReader fields) {
        BudgetLedger.Payment payment = fields.build(() -> new BudgetLedger.Payment(fields.text("payer"),
                fields.text("model"), new TokenUsage(fields.nonNegative("inputTokens"),
                        fields.nonNegative("outputTokens"), fields.nonNegative("totalTokens"),
                        part(fields, "cachedInputTokens"), part(fields, "cacheWriteTokens"),
                        part(fields, "reasoningTokens")),
                fields.flag("estimated"), price(fields.optionalObject("price"))));
        fields.rejectUnknownFields();
        return payment;
    }

    static Optional<Price> price(@Nullable JsonObjectReader fields) {
        if (fields == null) {
            return Optional.empty();
        }
        Price price = fields.build(() -> new Price(fields.number("input"), fields.number("output"),
                fields.optionalNumber("cachedInput"), fields.optionalNumber("cacheWrite"),
                fields.optionalNumber("reasoning")));
        fields.rejectUnknownFields();
        return Optional.of(price);
    }

    /** Count of a part of the tokens, which is written only above 0. */
    private static double part(JsonObjectReader fields, String name) {
        if (!fields.has(name)) {
            return 0;
        }
        double tokens = fields.nonNegative(name);
        if (tokens == 0) {
            throw fields.invalid(name, "a number above 0");
        }
        return tokens;
    }
}
