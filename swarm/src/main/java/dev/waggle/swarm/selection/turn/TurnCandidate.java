package dev.waggle.swarm.selection.turn;

import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.swarm.agent.AgentProfile;

/**
 * An agent that is due for a turn.
 *
 * @param profile its profile and permissions
 * @param pending the signals that wait for its answer; empty when it is due for another reason
 */
public record TurnCandidate(AgentProfile profile, List<Signal> pending) {

    public TurnCandidate {
        pending = List.copyOf(pending);
    }

    String id() {
        return profile.id();
    }
}
