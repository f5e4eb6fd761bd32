package dev.waggle.swarm.advisor;

import java.util.List;
import java.util.Optional;

/**
 * Communication statistics: signals sent and received by each agent.
 *
 * @param agents the busiest senders first; of equal ones the first to appear
 * @param totalSignals the number of signals of agents
 */
public record CommunicationStats(List<AgentStats> agents, int totalSignals) {

    public CommunicationStats {
        agents = List.copyOf(agents);
    }

    /**
     * Traffic of an agent.
     *
     * @param sent signals that it sent
     * @param received signals that it received
     */
    public record AgentStats(String agentId, int sent, int received) {

        /**
         * Signals sent for each one received: sent / received. It is positive infinity for an agent that sends but
         * receives nothing, and 0 for one that does neither.
         */
        public double amplification() {
            return sent == 0 ? 0 : (double) sent / received;
        }
    }

    /** The busiest sender; empty without agents. */
    public Optional<String> mostActive() {
        return agents.isEmpty() ? Optional.empty() : Optional.of(agents.getFirst().agentId());
    }

    /** The least busy sender; empty without agents. */
    public Optional<String> leastActive() {
        return agents.isEmpty() ? Optional.empty() : Optional.of(agents.getLast().agentId());
    }
}
