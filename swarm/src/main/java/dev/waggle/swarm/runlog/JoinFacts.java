package dev.waggle.swarm.runlog;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;

/**
 * {@code agent:joined}: the properties {@code agent} and {@code learns} of an agent, on which the solve depends.
 * Written only where they differ from the default.
 */
public final class JoinFacts {

    /** An agent brought something along. */
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
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("agent", JsonValue.of(agent));
        facts.put("learns", JsonValue.of(joined.learns()));
        return Payload.Open.data(JsonValue.of(facts));
    }

    /** Reads the output of {@link #body}. */
    public static JoinedAgent read(JsonFields fact) {
        return new JoinedAgent(fact.flag("learns"));
    }
}
