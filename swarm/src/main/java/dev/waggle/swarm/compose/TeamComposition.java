package dev.waggle.swarm.compose;

import java.util.List;

import dev.waggle.swarm.agent.Agent;

/**
 * A team for a task, and why it is that one.
 *
 * @param agents who was chosen, the best first
 * @param keywords what the task is about, and who says so
 * @param reasoning a line for each candidate, the best first
 */
public record TeamComposition(List<Agent> agents, KeywordExtractor.TaskKeywords keywords, List<Choice> reasoning) {

    public TeamComposition {
        agents = List.copyOf(agents);
        reasoning = List.copyOf(reasoning);
    }

    /** The sum of the weights of those who were chosen. */
    public double totalWeight() {
        return agents.stream().mapToDouble(agent -> agent.profile().weight()).sum();
    }

    /**
     * What became of a candidate.
     *
     * @param agentId which
     * @param action what was done
     * @param reason why, for people
     * @param score how well it fits, 0..1
     */
    public record Choice(String agentId, Action action, String reason, double score) {}

    /** Treatment of a candidate. */
    public enum Action {
        SELECTED, REJECTED
    }
}
