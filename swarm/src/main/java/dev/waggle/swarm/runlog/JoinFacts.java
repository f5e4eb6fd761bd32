package dev.waggle.swarm.runlog;

import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;

/**
 * {@code agent:joined}: the properties {@code agent} and {@code learns} of an agent, on which the solve depends.
 * Written only where they differ from the default.
 */
public final class JoinFacts {

    /** Type of the fact that an agent joined with properties on which the solve depends. */
    public static final SignalType JOINED = SignalType.custom("agent:joined");

    private JoinFacts() {}

    /**
     * Logged properties of an agent.
     *
     * @param learns whether it learns from solve to solve
     */
    public record JoinedAgent(boolean learns) {

        /** Properties of an agent that does not learn. */
        public static final JoinedAgent DEFAULT = new JoinedAgent(false);
    }

    /** The body for the properties of that agent. */
    public static Payload.Open body(String agent, JoinedAgent joined) {
        return Payload.Open.data(new JsonObjectBuilder().with("agent", agent)
                .with("learns", joined.learns()).json());
    }

    /** Reads the output of {@link #body}. */
    public static JoinedAgent read(JsonObjectReader fact) {
        String _ = fact.text("agent");
        JoinedAgent joined = new JoinedAgent(fact.flag("learns"));
        fact.rejectUnknownFields();
        return joined;
    }
}
