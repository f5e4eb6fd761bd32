package dev.waggle.swarm.selection;

/**
 * Contribution of an agent to a solve.
 *
 * @param agentId the agent
 * @param signalsEmitted all its signals in the log
 * @param proposalsMade proposals among them
 * @param challengesMade challenges among them
 * @param votesCast votes among them
 * @param avgConfidence mean of the stated confidences, 0..1; 0.5 where none was stated, 0 without signals
 */
public record AgentContribution(String agentId, int signalsEmitted, int proposalsMade, int challengesMade,
        int votesCast, double avgConfidence) {}
