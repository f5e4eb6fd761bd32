package dev.waggle.swarm.runlog;

import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonObjectBuilder;

/**
 * Body of {@code run:stopping}, the fact that an external reason stops the solve. It has {@code reason}, and
 * {@code look}, the number of the check that found the reason. A replay stops at the same check.
 */
public final class StopFacts {

    /** Something from outside stops the solve. */
    public static final SignalType STOPPING = SignalType.custom("run:stopping");

    private StopFacts() {}

    /** The body for that reason, found by the check of that number. */
    public static Payload.Open body(String reason, long look) {
        return Payload.Open.data(new JsonObjectBuilder().with("reason", reason)
                .with("look", look).json());
    }

    /** True if the fact states that reason and check. */
    public static boolean matches(JsonFields fact, String reason, long look) {
        String text = fact.text("reason");
        return fact.wholeNumber("look") == look && text.equals(reason);
    }
}
