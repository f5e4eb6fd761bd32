package dev.waggle.swarm.engine.loop;

import java.util.Map;

import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.selection.AgentContribution;

/**
 * Reward of a solve for each agent that contributed.
 *
 * <pre>
 *   reward = min(1, confidence of the decision x mean confidence of the agent + 0.2 if it proposed what was decided)
 *   without a decision: 0
 * </pre>
 *
 * A silent agent counts with a mean confidence of 0.5.
 *
 * @param consensus the decision
 * @param contributions contribution of each agent
 */
record RewardCalculator(ConsensusResult consensus, Map<String, AgentContribution> contributions) {

    /** Bonus for the author of the decided proposal. */
    static final double AUTHOR_BONUS = 0.2;

    /** The reward of that agent, 0..1. */
    double of(String agentId) {
        if (!consensus.decided()) {
            return 0;
        }
        boolean isAuthor = consensus.leader().map(Proposal::sourceAgentId).filter(agentId::equals).isPresent();
        double reward = consensus.confidence() * meanConfidence(agentId) + (isAuthor ? AUTHOR_BONUS : 0);
        return Math.clamp(reward, 0.0, 1.0);
    }

    private double meanConfidence(String agentId) {
        AgentContribution contribution = contributions.get(agentId);
        return contribution == null || contribution.signalsEmitted() == 0
                ? UnstatedConfidence.VALUE
                : contribution.avgConfidence();
    }
}
