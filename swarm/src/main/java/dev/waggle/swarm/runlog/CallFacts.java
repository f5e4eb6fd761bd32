package dev.waggle.swarm.runlog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/**
 * {@code round:called}: the agents called in a round, with reasons. {@code round}, and {@code called} in order, each
 * with {@code agent}, {@code for} and, after a failure when it was asked, {@code failed}.
 *
 * <p>{@code closing:called}: the agents whose votes the closing call asks for. {@code round}, the last one, and
 * {@code agents} in order.
 */
public final class CallFacts {

    /** Type of the fact that lists the called agents of a round. */
    public static final SignalType CALLED = SignalType.custom("round:called");

    /** Type of the fact that lists the agents of the closing call. */
    public static final SignalType CLOSING = SignalType.custom("closing:called");

    private CallFacts() {}

    /** Reason for a turn. */
    public enum CallReason {
        /** Signal of the solve that waits for an answer. */
        MAIL("mail"),
        /** Its inbox holds something that calls. */
        INBOX("inbox"),
        /** Request for a turn without mail. */
        WISH("wish"),
        /** Failure of the call that asked for such a request. */
        FAILURE("failure");

        private final String wireName;

        CallReason(String word) {
            this.wireName = word;
        }
    }

    /**
     * Called agent.
     *
     * @param agent its id
     * @param reason reason of the call
     * @param failed failure of the call that asked it
     */
    public record CalledAgent(String agent, CallReason reason, Optional<String> failed) {}

    /** Body of the fact for the called agents, in that order. */
    public static Payload.Open body(int round, List<CalledAgent> called) {
        return Payload.Open.data(new JsonObjectBuilder().with("round", round)
                .with("called", called.stream().map(CallFacts::json).toList()).json());
    }

    /**
     * Called agents of a round.
     *
     * @param round the round, from 1
     * @param called the agents by id, in the order of the call
     */
    public record RoundCalls(int round, Map<String, CalledAgent> called) {}

    /** Reads the output of {@link #body}. */
    public static RoundCalls read(JsonObjectReader fact) {
        int round = fact.int32("round");
        Map<String, CalledAgent> called = new LinkedHashMap<>();
        for (JsonObjectReader fields : fact.objects("called")) {
            String agent = fields.text("agent");
            CallReason reason = fields.oneOf("for", CallReason.values(), word -> word.wireName);
            Optional<String> failed = Optional.ofNullable(fields.optionalText("failed"));
            fields.rejectUnknownFields();
            if (called.put(agent, new CalledAgent(agent, reason, failed)) != null) {
                throw fields.invalid("agent", "an agent that the round has not called yet");
            }
        }
        fact.rejectUnknownFields();
        return new RoundCalls(round, called);
    }

    /** Body of the fact for the agents of the closing call, in that order. */
    public static Payload.Open closing(int round, List<String> agents) {
        return Payload.Open.data(new JsonObjectBuilder().with("round", round).withTexts("agents", agents).json());
    }

    /** Reads the agents in the output of {@link #closing}. */
    public static List<String> readClosing(JsonObjectReader fact) {
        int _ = fact.int32("round");
        List<String> agents = fact.texts("agents");
        fact.rejectUnknownFields();
        return agents;
    }

    private static JsonValue json(CalledAgent called) {
        return new JsonObjectBuilder().with("agent", called.agent())
                .with("for", called.reason().wireName)
                .withPresent("failed", called.failed().orElse(null)).json();
    }
}
