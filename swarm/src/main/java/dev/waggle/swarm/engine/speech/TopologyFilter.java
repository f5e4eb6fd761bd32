package dev.waggle.swarm.engine.speech;

import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.swarm.advisor.Topology;

/**
 * Who hears whom now in a solve: what reaches an agent as mail. The log is open to all. Owned by the thread of the
 * solve.
 */
public final class TopologyFilter {

    private Topology topology = Topology.everyone();

    /** From now on that holds. */
    public void setTopology(Topology now) {
        topology = now;
    }

    /** Whether what is said reaches that agent. */
    public boolean reaches(String agent, Signal signal) {
        return topology.allows(agent, signal.source().label());
    }

    /** What two signals have in common that reach the same agents. */
    public List<Object> routeKey(Signal signal) {
        return topology.isOpen() ? List.of(signal.type()) : List.of(signal.type(), signal.source());
    }
}
