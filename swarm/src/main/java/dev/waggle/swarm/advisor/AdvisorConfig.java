package dev.waggle.swarm.advisor;

import java.util.Objects;

/**
 * What the advisor of a swarm may do. A swarm without one is not advised.
 *
 * @param groupthinkCorrection whether it doubts what all agree on and nobody tested
 * @param agentPruning whether it takes the turns from agents that add nothing
 * @param reputationWeighting whether votes weigh what the reputation of their agents says
 * @param warmupRounds the first round after which it speaks; at least 0
 * @param metaAgentInterval every how many rounds after the warm-up a model looks at the swarm, where there is one; at
 *        least 1
 * @param topology who hears whom
 */
public record AdvisorConfig(boolean groupthinkCorrection, boolean agentPruning, boolean reputationWeighting,
        int warmupRounds, int metaAgentInterval, TopologyConfig topology) {

    /** In the first round there are proposals and no votes on them: nothing to advise on. */
    public static final int WARMUP_ROUNDS = 2;

    /** Its words need a round to be heard and one to be answered. */
    public static final int META_AGENT_INTERVAL = 3;

    public AdvisorConfig {
        Objects.requireNonNull(topology, "topology");
        if (warmupRounds < 0) {
            throw new IllegalArgumentException("warmupRounds must be at least 0, got " + warmupRounds);
        }
        if (metaAgentInterval < 1) {
            throw new IllegalArgumentException("metaAgentInterval must be at least 1, got " + metaAgentInterval
                    + "\nMaybe leave the meta agent out to have none.");
        }
    }

    /** It corrects groupthink and weighs by reputation; it neither prunes nor rewires. */
    public static AdvisorConfig defaults() {
        return new AdvisorConfig(true, false, true, WARMUP_ROUNDS, META_AGENT_INTERVAL, TopologyConfig.defaults());
    }

    /** Whether the advisor speaks at the end of that round, from 1. */
    public boolean isWarm(int round) {
        return round >= warmupRounds;
    }

    /** Whether the meta agent is asked at the end of that round, from 1. */
    public boolean asksMetaAgent(int round) {
        int first = Math.max(1, warmupRounds);
        return round >= first && (round - first + 1) % metaAgentInterval == 0;
    }

    public AdvisorConfig withGroupthinkCorrection(boolean newGroupthinkCorrection) {
        return new AdvisorConfig(newGroupthinkCorrection, agentPruning, reputationWeighting, warmupRounds,
                metaAgentInterval, topology);
    }

    public AdvisorConfig withAgentPruning(boolean newAgentPruning) {
        return new AdvisorConfig(groupthinkCorrection, newAgentPruning, reputationWeighting, warmupRounds,
                metaAgentInterval, topology);
    }

    public AdvisorConfig withReputationWeighting(boolean newReputationWeighting) {
        return new AdvisorConfig(groupthinkCorrection, agentPruning, newReputationWeighting, warmupRounds,
                metaAgentInterval, topology);
    }

    public AdvisorConfig withWarmupRounds(int newWarmupRounds) {
        return new AdvisorConfig(groupthinkCorrection, agentPruning, reputationWeighting, newWarmupRounds,
                metaAgentInterval, topology);
    }

    public AdvisorConfig withMetaAgentInterval(int newMetaAgentInterval) {
        return new AdvisorConfig(groupthinkCorrection, agentPruning, reputationWeighting, warmupRounds,
                newMetaAgentInterval, topology);
    }

    public AdvisorConfig withTopology(TopologyConfig newTopology) {
        return new AdvisorConfig(groupthinkCorrection, agentPruning, reputationWeighting, warmupRounds,
                metaAgentInterval, newTopology);
    }
}
