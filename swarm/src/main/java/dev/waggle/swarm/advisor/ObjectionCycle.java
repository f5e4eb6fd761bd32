package dev.waggle.swarm.advisor;

import java.util.List;

import dev.waggle.signal.SignalType;

/**
 * Cycle of agents that answer objections with objections until they return to the start.
 *
 * @param agents the participants, in the order of objecting, from the one with the smallest id; the one after the last
 *        is the first again
 * @param types the signal type of each objection
 * @param signalId the signal that closed the cycle
 */
public record ObjectionCycle(List<String> agents, List<SignalType> types, String signalId) {

    public ObjectionCycle {
        agents = List.copyOf(agents);
        types = List.copyOf(types);
    }
}
