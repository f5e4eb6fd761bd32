package dev.waggle.swarm.advisor;

import java.util.List;

import dev.waggle.signal.SignalType;

/**
 * Agents that answer objections with objections until they are where they began.
 *
 * @param agents who takes part, in the order of objecting, from the one with the smallest id; the one after the last is
 *        the first again
 * @param types with what each objects
 * @param signalId the signal that closed the circle
 */
public record ObjectionCycle(List<String> agents, List<SignalType> types, String signalId) {

    public ObjectionCycle {
        agents = List.copyOf(agents);
        types = List.copyOf(types);
    }

    /** How many steps lead round. */
    public int length() {
        return agents.size();
    }
}
