package dev.waggle.swarm.engine.speech;

import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.swarm.advisor.Topology;

/**
 * Current topology of a solve: the signals that reach each agent as mail. The log is open to all. Owned by the thread
 * of the solve.
 */
public final class TopologyFilter {

    private Topology topology = Topology.everyone();

    /** Replaces the topology from now on. */
    public void setTopology(Topology now) {
        topology = now;
    }

    /** True if the signal reaches that agent. */
    public boolean reaches(String agent, Signal signal) {
        return topology.allows(agent, signal.source().label());
    }

    /** Routing key: equal for two signals that reach the same agents. */
    public List<Object> routeKey(Signal signal) {
        return topology.isOpen() ? List.of(signal.type()) : List.of(signal.type(), signal.source());
    }
}
