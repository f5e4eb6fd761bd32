package dev.waggle.swarm.advisor;

import java.util.List;
import java.util.Optional;

/**
 * What talking costs: how much each agent says for what it hears.
 *
 * @param agents the busiest senders first; of equal ones who came first
 * @param totalSignals how much agents said
 */
public record CommunicationStats(List<AgentStats> agents, int totalSignals) {

    public CommunicationStats {
        agents = List.copyOf(agents);
    }

    /**
     * The traffic of an agent.
     *
     * @param sent signals it said
     * @param received signals that reached it
     */
    public record AgentStats(String agentId, int sent, int received) {

        /**
         * How many signals it makes of one that it hears: sent / received; positive infinity for who speaks and hears
         * nothing, 0 for who does neither.
         */
        public double amplification() {
            return sent == 0 ? 0 : (double) sent / received;
        }
    }

    /** Who said most; empty when nobody is there. */
    public Optional<String> mostActive() {
        return agents.isEmpty() ? Optional.empty() : Optional.of(agents.getFirst().agentId());
    }

    /** Who said least; empty when nobody is there. */
    public Optional<String> leastActive() {
        return agents.isEmpty() ? Optional.empty() : Optional.of(agents.getLast().agentId());
    }
}
