package dev.waggle.swarm.selection.turn;

/**
 * Score of an agent for a turn; each part is between 0 and 1.
 *
 * @param agentId the agent
 * @param bandit its expected reward; 0.5 if nothing was learned
 * @param contribution the mean confidence of its contributions so far; 0.5 without contributions
 * @param match the share of pending signals that it can answer
 * @param prediction 0.3 for an agent that expected the last round, up to 1 for the most surprised one
 * @param total the weighted mean of these
 */
public record AgentScore(String agentId, double bandit, double contribution, double match, double prediction,
        double total) {}
