package dev.waggle.swarm.compose;

import java.util.List;

import dev.waggle.swarm.agent.Agent;

/**
 * Team for a task, and the reasons for it.
 *
 * @param agents chosen agents, the best first
 * @param keywords keywords of the task and their source
 * @param reasoning a line for each candidate, the best first
 */
public record TeamComposition(List<Agent> agents, KeywordExtractor.TaskKeywords keywords, List<Choice> reasoning) {

    public TeamComposition {
        agents = List.copyOf(agents);
        reasoning = List.copyOf(reasoning);
    }

    /** Sum of the weights of the chosen agents. */
    public double totalWeight() {
        return agents.stream().mapToDouble(agent -> agent.profile().weight()).sum();
    }

    /**
     * Choice about one candidate.
     *
     * @param agentId id of the candidate
     * @param action its treatment
     * @param reason the reason, for people
     * @param score fit for the task, 0..1
     */
    public record Choice(String agentId, Action action, String reason, double score) {}

    /** Treatment of a candidate. */
    public enum Action {
        SELECTED, REJECTED
    }
}
