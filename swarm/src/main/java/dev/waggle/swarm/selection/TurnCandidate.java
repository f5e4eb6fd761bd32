package dev.waggle.swarm.selection;

import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.swarm.agent.AgentProfile;

/**
 * An agent that is due for a turn.
 *
 * @param profile who it is and what it may say
 * @param pending what reached it and waits for its answer; empty when it is due for another reason
 */
public record TurnCandidate(AgentProfile profile, List<Signal> pending) {

    public TurnCandidate {
        pending = List.copyOf(pending);
    }

    String id() {
        return profile.id();
    }
}
