package dev.waggle.server.api.a2a;

import java.util.Optional;

import dev.waggle.swarm.event.SwarmEvent;

/**
 * Mapping of the events of a solve to those of a task. A published signal is mapped where the log is read. The end of a
 * solve becomes its artifacts and the last status, in every verbosity.
 */
final class EventMapping {

    private EventMapping() {}

    /** The least verbosity that has the event as a status update of the state working; nothing if none has. */
    static Optional<EventVerbosity> least(SwarmEvent event) {
        return Optional.ofNullable(switch (event) {
            case SwarmEvent.SynthesisStarted _, SwarmEvent.SynthesisCompleted _ -> EventVerbosity.STANDARD;
            case SwarmEvent.SignalEmitted _, SwarmEvent.RoundAnalyzed _, SwarmEvent.TopologyUpdated _, SwarmEvent.AgentSpawned _, SwarmEvent.AgentDissolved _ ->
                EventVerbosity.VERBOSE;
            default -> null;
        });
    }

    /** True if a stream of that verbosity has the event as a status update of the state working. */
    static boolean isUpdate(SwarmEvent event, EventVerbosity verbosity) {
        return least(event).filter(verbosity::has).isPresent();
    }
}
