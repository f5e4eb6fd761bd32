package dev.waggle.swarm.reputation;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reputations of all agents at one moment; later outcomes do not change it. A query is O(1) in the number of outcomes.
 *
 * <p>As a source of factors it differs from the scores in one point. An agent without outcomes has the score of its
 * prior, and its votes have the factor of an average outcome of all agents. So a newcomer neither wins nor loses by
 * being new. Without any outcome every vote counts as it is.
 *
 * @param agents the reputations by the id of the agent, in the order of ids
 * @param prior the prior of every score
 */
public record ReputationSnapshot(Map<String, AgentReputation> agents, ReputationPrior prior)
        implements ReputationSource {

    /** Snapshot without outcomes. */
    public static final ReputationSnapshot NONE = new ReputationSnapshot(Map.of(), ReputationPrior.UNIFORM);

    public ReputationSnapshot {
        agents = Collections.unmodifiableMap(new TreeMap<>(agents));
    }

    /** Reputation of that agent; one without outcomes for an unknown agent. */
    public AgentReputation of(String agentId) {
        return agents.getOrDefault(agentId, AgentReputation.NONE);
    }

    /** Score of that agent over all tasks, above 0 and below 1; the mean of the prior for an unknown agent. */
    public double weight(String agentId) {
        return of(agentId).weight(prior);
    }

    /** Score of that agent on tasks of that type, see {@link AgentReputation#weight(String, ReputationPrior)}. */
    public double weight(String agentId, String taskType) {
        return of(agentId).weight(taskType, prior);
    }

    @Override
    public double weightOf(String agentId, String taskType) {
        return agents.containsKey(agentId) ? weight(agentId, taskType) : newcomerWeight();
    }

    /** Factor of the votes of an agent without outcomes, O(agents). */
    private double newcomerWeight() {
        long successes = 0;
        long total = 0;
        for (AgentReputation agent : agents.values()) {
            successes += agent.overall().successes();
            total += agent.overall().total();
        }
        return newcomerWeight(successes, total, prior);
    }

    static double newcomerWeight(long successes, long total, ReputationPrior prior) {
        return total == 0 ? 1 : (prior.successes() + successes) / (prior.total() + total);
    }

    /** Ids of the agents with outcomes, the highest score first; equal scores in the order of ids. */
    public List<String> ranking() {
        return agents.keySet().stream()
                .sorted(Comparator.comparingDouble((String agent) -> -weight(agent)).thenComparing(agent -> agent))
                .toList();
    }
}
