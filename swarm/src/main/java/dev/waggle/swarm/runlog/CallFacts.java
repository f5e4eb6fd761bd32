package dev.waggle.swarm.runlog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;

/**
 * {@code round:called}: who is called in a round and why. {@code round}, and {@code called} in order, each with
 * {@code agent}, {@code for} and, for who failed when it was asked, {@code failed}.
 */
public final class CallFacts {

    /** Who is called in a round. */
    public static final SignalType CALLED = SignalType.custom("round:called");

    private CallFacts() {}

    /** Why an agent gets a turn. */
    public enum Reason {
        /** It has to answer something that was said in the solve. */
        MAIL("mail"),
        /** Its inbox holds something that calls. */
        INBOX("inbox"),
        /** It wants to speak. */
        WISH("wish"),
        /** It failed when it was asked whether it wants to speak. */
        FAILURE("failure");

        private final String word;

        Reason(String word) {
            this.word = word;
        }
    }

    /**
     * An agent that is called.
     *
     * @param agent who
     * @param reason why
     * @param failed what it failed with when it was asked
     */
    public record Called(String agent, Reason reason, Optional<String> failed) {}

    /** The body for those who are called, in that order. */
    public static Payload.Open body(int round, List<Called> called) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("round", JsonValue.of(round));
        facts.put("called", JsonValue.of(called.stream().map(CallFacts::json).toList()));
        return Payload.Open.data(JsonValue.of(facts));
    }

    /** Who was called, by agent, in the order of the call. */
    public static Map<String, Called> read(Fields fact) {
        Map<String, Called> called = new LinkedHashMap<>();
        for (JsonValue item : fact.items("called")) {
            Fields fields = Fields.of(item);
            String agent = fields.text("agent");
            called.put(agent, new Called(agent, reason(fields.text("for")), fields.find("failed")));
        }
        return called;
    }

    private static Reason reason(String word) {
        for (Reason reason : Reason.values()) {
            if (reason.word.equals(word)) {
                return reason;
            }
        }
        throw new IllegalArgumentException("unknown reason for a turn: " + word);
    }

    private static JsonValue json(Called called) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("agent", JsonValue.of(called.agent()));
        facts.put("for", JsonValue.of(called.reason().word));
        called.failed().ifPresent(why -> facts.put("failed", JsonValue.of(why)));
        return JsonValue.of(facts);
    }
}
