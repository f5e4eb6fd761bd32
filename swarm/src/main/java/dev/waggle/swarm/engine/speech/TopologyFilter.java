package dev.waggle.swarm.engine.speech;

import java.util.List;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.advisor.Topology;
import dev.waggle.swarm.runlog.LoopVersion;

/**
 * Filter of the signals that reach each agent, by the current topology of a solve and the audience of the signal. A
 * topology restricts signals of agents only. The runtime itself receives every signal. Owned by the thread of the
 * solve.
 */
public final class TopologyFilter {

    private final LoopVersion loop;
    private Topology topology = Topology.everyone();

    /** A filter without a topology; the first version of the loop knows no audience. */
    TopologyFilter(LoopVersion loop) {
        this.loop = loop;
    }

    /** Replaces the topology from now on. */
    public void setTopology(Topology now) {
        topology = now;
    }

    /** True if the signal reaches that agent. */
    public boolean reaches(String agent, Signal signal) {
        String author = loop.agentOf(signal);
        return (author == null || hears(agent, author)) && isAddressed(agent, signal);
    }

    /** True if the topology lets the signals of that author reach the agent. */
    public boolean hears(String agent, String author) {
        return topology.allows(agent, author);
    }

    /** True if the audience includes the agent. The coordinator is the runtime, and nobody is selected in a solve. */
    private boolean isAddressed(String agent, Signal signal) {
        return !loop.isAtLeast(LoopVersion.SECOND) || switch (signal.audience()) {
            case Audience.Everyone _ -> true;
            case Audience.Ids named -> named.recipients().contains(agent);
            case Audience.Role role -> switch (role.word()) {
                case ALL -> true;
                case SELF -> agent.equals(loop.agentOf(signal));
                case COORDINATOR, SELECTED -> false;
            };
        };
    }

    /** Routing key: equal for two signals that reach the same agents. */
    public List<Object> routeKey(Signal signal) {
        return topology.isOpen() && signal.audience() instanceof Audience.Everyone
                ? List.of(signal.type())
                : List.of(signal.type(), signal.source(), signal.audience());
    }
}
