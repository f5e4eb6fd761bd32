package dev.waggle.swarm.reputation;

/**
 * Outcome of an agent in one run.
 *
 * @param agentId the agent
 * @param taskType the type of the task, for example {@code general}
 * @param correct true if it was right
 */
public record AgentOutcome(String agentId, String taskType, boolean correct) {

    public AgentOutcome {
        if (agentId.isBlank() || taskType.isBlank()) {
            throw new IllegalArgumentException("an outcome needs an agent and a type of task, got \"" + agentId
                    + "\" and \"" + taskType + "\"");
        }
    }
}
