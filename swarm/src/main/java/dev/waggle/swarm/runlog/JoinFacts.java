package dev.waggle.swarm.runlog;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;

/**
 * {@code agent:joined}: what an agent brought along that the solve goes by: {@code agent}, {@code learns}. Only
 * where it is not the usual.
 */
public final class JoinFacts {

    /** An agent brought something along. */
    public static final SignalType JOINED = SignalType.custom("agent:joined");

    private JoinFacts() {}

    /**
     * What an agent brought along.
     *
     * @param learns whether it learns from solve to solve
     */
    public record Joined(boolean learns) {

        /** It learns nothing. */
        public static final Joined USUAL = new Joined(false);
    }

    /** The body for what that agent brought. */
    public static Payload.Open body(String agent, Joined joined) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("agent", JsonValue.of(agent));
        facts.put("learns", JsonValue.of(joined.learns()));
        return Payload.Open.data(JsonValue.of(facts));
    }

    /** What {@link #body} wrote. */
    public static Joined read(Fields fact) {
        return new Joined(fact.flag("learns"));
    }
}
