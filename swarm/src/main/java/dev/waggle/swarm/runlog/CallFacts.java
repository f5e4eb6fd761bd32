package dev.waggle.swarm.runlog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/**
 * {@code round:called}: the agents called in a round, with reasons. {@code round}, and {@code called} in order, each
 * with {@code agent}, {@code for} and, after a failure when it was asked, {@code failed}.
 */
public final class CallFacts {

    /** Type of the fact that lists the called agents of a round. */
    public static final SignalType CALLED = SignalType.custom("round:called");

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

    /** Called agents by id, in the order of the call. */
    public static Map<String, CalledAgent> read(JsonFields fact) {
        Map<String, CalledAgent> called = new LinkedHashMap<>();
        for (JsonValue item : fact.items("called")) {
            JsonFields fields = JsonFields.of(item);
            String agent = fields.text("agent");
            called.put(agent, new CalledAgent(agent, reason(fields.text("for")), fields.find("failed")));
        }
        return called;
    }

    private static CallReason reason(String word) {
        for (CallReason reason : CallReason.values()) {
            if (reason.wireName.equals(word)) {
                return reason;
            }
        }
        throw new IllegalArgumentException("unknown reason for a turn: " + word);
    }

    private static JsonValue json(CalledAgent called) {
        return new JsonObjectBuilder().with("agent", called.agent())
                .with("for", called.reason().wireName)
                .withPresent("failed", called.failed().orElse(null)).json();
    }
}
