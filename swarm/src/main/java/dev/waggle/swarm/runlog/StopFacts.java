package dev.waggle.swarm.runlog;

import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;

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

    /**
     * A stop for an external reason.
     *
     * @param reason wire name of the reason
     * @param look number of the check that found it
     */
    public record ExternalStop(String reason, long look) {}

    /** Reads the output of {@link #body}. */
    public static ExternalStop read(JsonObjectReader fact) {
        ExternalStop stop = new ExternalStop(fact.text("reason"), fact.integer("look"));
        fact.rejectUnknownFields();
        return stop;
    }
}
