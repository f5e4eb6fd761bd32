package dev.waggle.swarm.advisor;

import java.util.Objects;

/**
 * Configuration of the advisor of a swarm. A swarm without one is not advised.
 *
 * @param groupthinkCorrection whether it raises doubts about untested agreement
 * @param agentPruning whether agents without contributions lose their turns
 * @param reputationWeighting whether votes are weighted by the reputation of their agents
 * @param warmupRounds the first round after which it advises; at least 0
 * @param metaAgentInterval rounds between two observations by the meta agent after the warm-up, at least 1
 * @param topology the rules for connections between agents
 */
public record AdvisorConfig(boolean groupthinkCorrection, boolean agentPruning, boolean reputationWeighting,
        int warmupRounds, int metaAgentInterval, TopologyConfig topology) {

    /** Warm-up: in the first round there are proposals and no votes on them, so nothing to advise on. */
    public static final int WARMUP_ROUNDS = 2;

    /** Interval of the meta agent: its signals need a round to be received and one to be answered. */
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

    /** Default config, which corrects groupthink and weights by reputation; it neither prunes nor rewires. */
    public static AdvisorConfig defaults() {
        return new AdvisorConfig(true, false, true, WARMUP_ROUNDS, META_AGENT_INTERVAL, TopologyConfig.defaults());
    }

    /** True if the advisor advises at the end of that round, from 1. */
    public boolean isWarm(int round) {
        return round >= warmupRounds;
    }

    /** True if the meta agent is asked at the end of that round, from 1. */
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
