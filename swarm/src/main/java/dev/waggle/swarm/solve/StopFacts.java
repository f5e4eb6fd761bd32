package dev.waggle.swarm.solve;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;

/**
 * {@code run:stopping}: something from outside stops the solve: {@code reason}, and {@code look}, the how manieth look for
 * such a reason found it, so that a solve that is done again stops at the same place.
 */
final class StopFacts {

    static final SignalType STOPPING = SignalType.custom("run:stopping");

    private StopFacts() {}

    static Payload.Open body(Ending why, long look) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("reason", JsonValue.of(why.word()));
        facts.put("look", JsonValue.of(look));
        return Payload.Open.data(JsonValue.of(facts));
    }

    static boolean is(Fields fact, Ending why, long look) {
        return fact.text("reason").equals(why.word()) && fact.whole("look") == look;
    }
}
