package dev.waggle.swarm.selection;

/**
 * What an agent brought into a solve.
 *
 * @param agentId who
 * @param signalsEmitted all its signals in the log
 * @param proposalsMade proposals among them
 * @param challengesMade challenges among them
 * @param votesCast votes among them
 * @param avgConfidence mean of the stated confidences, 0..1; 0 when it said nothing
 */
public record AgentContribution(String agentId, int signalsEmitted, int proposalsMade, int challengesMade,
        int votesCast, double avgConfidence) {}
