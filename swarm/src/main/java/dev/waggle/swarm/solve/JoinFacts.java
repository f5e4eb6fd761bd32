package dev.waggle.swarm.solve;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;

/**
 * {@code agent:joined}: what an agent brought along that the solve goes by: {@code agent}, {@code learns}. Only
 * where it is not the usual.
 */
final class JoinFacts {

    static final SignalType JOINED = SignalType.custom("agent:joined");

    private JoinFacts() {}

    /**
     * What an agent brought along.
     *
     * @param learns whether it learns from solve to solve
     */
    record Joined(boolean learns) {

        /** It learns nothing. */
        static final Joined USUAL = new Joined(false);
    }

    static Payload.Open body(String agent, Joined joined) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("agent", JsonValue.of(agent));
        facts.put("learns", JsonValue.of(joined.learns()));
        return Payload.Open.data(JsonValue.of(facts));
    }

    static Joined read(Fields fact) {
        return new Joined(fact.flag("learns"));
    }
}
