package dev.waggle.swarm.engine.record;

import dev.waggle.signal.trace.TraceAttribute;
import dev.waggle.signal.trace.TraceFields;
import dev.waggle.swarm.event.SignalRefusal.Reason;
import dev.waggle.swarm.event.SwarmEvent;
import org.jspecify.annotations.Nullable;

/**
 * Events of a solve that are warnings in the logs: a part of the work that was to be done is missing. A proposal that
 * another agent has made is none.
 */
final class TraceWarnings {

    private TraceWarnings() {}

    /** Text of the warning in words of the runtime; {@code null} for an event that is no warning. */
    static @Nullable String text(SwarmEvent event) {
        return switch (event) {
            case SwarmEvent.AgentFailed failed ->
                failed.failure().agentId() + " failed: " + failed.failure().context();
            case SwarmEvent.SignalRefused refused when refused.refusal().reason() != Reason.SAME_PROPOSAL ->
                "a signal of " + refused.refusal().signal().source().label() + " was refused: "
                        + refused.refusal().reason().name();
            case SwarmEvent.SeatExpired expired -> "the time of the seat " + expired.turn().seat() + " is over";
            default -> null;
        };
    }

    /** Sets the fields of a warning: those of its event, and the message of a failure. */
    static void describe(SwarmEvent event, TraceFields fields) {
        TraceEvents.describe(event, fields);
        if (event instanceof SwarmEvent.AgentFailed failed) {
            fields.set(TraceAttribute.MESSAGE, failed.failure().message());
        }
    }
}
