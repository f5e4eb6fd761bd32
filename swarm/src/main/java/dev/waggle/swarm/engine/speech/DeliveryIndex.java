package dev.waggle.swarm.engine.speech;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.waggle.signal.Signal;

/**
 * Signals that reached each agent of a solve. An agent knows these and its own. The thread of the solve adds, and the
 * threads of turns read.
 */
final class DeliveryIndex {

    private final Map<String, Set<String>> received = new ConcurrentHashMap<>();

    /** Records that the signal reached that agent. */
    void add(String agent, Signal signal) {
        received.computeIfAbsent(agent, _ -> ConcurrentHashMap.newKeySet()).add(signal.id());
    }

    /** True if the signal reached that agent or is its own. */
    boolean isKnownTo(String agent, Signal signal) {
        return signal.source().isAgent(agent) || received.getOrDefault(agent, Set.of()).contains(signal.id());
    }
}
