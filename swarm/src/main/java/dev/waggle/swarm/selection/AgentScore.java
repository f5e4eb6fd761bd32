package dev.waggle.swarm.selection;

/**
 * How much speaks for a turn of an agent; each part is between 0 and 1.
 *
 * @param agentId who
 * @param bandit what it is expected to be rewarded with; 0.5 where nothing was learned
 * @param contribution the mean confidence of what it brought so far; 0.5 when it brought nothing
 * @param match how much of what is open it can answer
 * @param prediction 0.3 for one that expected the last round, up to 1 for the one that was surprised most
 * @param total the weighted mean of these
 */
public record AgentScore(String agentId, double bandit, double contribution, double match, double prediction,
        double total) {}
