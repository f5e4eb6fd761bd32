package dev.waggle.spring.property;

import org.jspecify.annotations.Nullable;

/** Properties of the steering of agents beside mathematics. */
public final class SteeringProperties {

    private SteeringProperties() {}

    /** The properties {@code waggle.advisor}. */
    public record Advisor(@Nullable Boolean enabled, @Nullable Boolean groupthinkCorrection,
            @Nullable Boolean agentPruning, @Nullable Boolean reputationWeighting, @Nullable Integer warmupRounds,
            @Nullable Integer metaAgentInterval, @Nullable Topology topology) {}

    /** The properties {@code waggle.advisor.topology}. */
    public record Topology(@Nullable Boolean enabled, @Nullable Double minConnectivity,
            @Nullable Double maxInfluenceConcentration, @Nullable Boolean pruneRedundantLinks,
            @Nullable Boolean protectBridgingAgents) {}

    /** The properties {@code waggle.evolution}. */
    public record Evolution(@Nullable Boolean enabled, @Nullable Integer maxEvolvedAgents,
            @Nullable Integer evaluationWindow, @Nullable Double minValueForKeep, @Nullable Integer cooldownRounds,
            @Nullable Double nmiPruneThreshold, @Nullable Double minUrgency) {}

    /** The properties {@code waggle.selection}. */
    public record Selection(@Nullable Integer topK, @Nullable Double minSpread, @Nullable Weights weights,
            @Nullable String effort) {}

    /** The properties {@code waggle.selection.weights}. */
    public record Weights(@Nullable Double bandit, @Nullable Double contribution, @Nullable Double match,
            @Nullable Double prediction) {}

    /** The properties {@code waggle.workspace}. */
    public record Workspace(@Nullable Boolean enabled, @Nullable Double ignitionThreshold,
            @Nullable Double noveltyDecay, @Nullable Integer maxIgnitedPerRound) {}
}
