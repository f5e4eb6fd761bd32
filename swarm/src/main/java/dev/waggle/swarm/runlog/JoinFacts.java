package dev.waggle.swarm.runlog;

import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;

/**
 * {@code agent:joined}: the properties {@code agent}, {@code learns} and, where it is true, {@code remote} of an agent,
 * on which the solve depends. Written only where they differ from the default.
 */
public final class JoinFacts {

    /** Type of the fact that an agent joined with properties on which the solve depends. */
    public static final SignalType JOINED = SignalType.custom("agent:joined");

    private static final String REMOTE = "remote";

    private JoinFacts() {}

    /**
     * Logged properties of an agent.
     *
     * @param learns whether it learns from solve to solve
     * @param remote whether it is a person who answers later
     */
    public record JoinedAgent(boolean learns, boolean remote) {

        /** Properties of an agent that does not learn and answers at once. */
        public static final JoinedAgent DEFAULT = new JoinedAgent(false, false);
    }

    /** The body for the properties of that agent. */
    public static Payload.Open body(String agent, JoinedAgent joined) {
        JsonObjectBuilder facts = new JsonObjectBuilder().with("agent", agent).with("learns", joined.learns());
        return Payload.Open.data(joined.remote() ? facts.with(REMOTE, true).json() : facts.json());
    }

    /** Reads the output of {@link #body}. */
    public static JoinedAgent read(JsonObjectReader fact) {
        String _ = fact.text("agent");
        if (fact.has(REMOTE) && !fact.flag(REMOTE)) {
            throw fact.invalid(REMOTE, "true, or nothing");
        }
        JoinedAgent joined = new JoinedAgent(fact.flag("learns"), fact.has(REMOTE));
        fact.rejectUnknownFields();
        return joined;
    }
}
