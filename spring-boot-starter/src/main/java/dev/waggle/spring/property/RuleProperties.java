package dev.waggle.spring.property;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** Properties of the rules and the resources of a solve. */
public final class RuleProperties {

    private RuleProperties() {}

    /** The properties {@code waggle.consensus}. */
    public record Consensus(@Nullable String strategy, @Nullable Double threshold,
            @Nullable Double thresholdConfidence, @Nullable Integer settleRounds, @Nullable String ballots,
            @Nullable Double maxWeight, @Nullable String conflictResolution, @Nullable Integer maxDebateRounds,
            @Nullable List<String> requiredVoters, @Nullable List<String> vetoers, @Nullable Integer minVoters) {}

    /** The properties {@code waggle.limits}. */
    public record Limits(@Nullable Integer maxRounds, @Nullable Integer maxSignals,
            @Nullable Double timeoutSeconds) {}

    /** The properties {@code waggle.math}. */
    public record Math(@Nullable Double entropyThreshold, @Nullable Double minInformationGain,
            @Nullable Double redundancyThreshold, @Nullable Double dependence, @Nullable String part,
            @Nullable List<String> stops, @Nullable List<String> without) {}

    /** The properties {@code waggle.budget}. */
    public record Budget(@Nullable Long tokens, @Nullable Double usd) {}

    /** The properties {@code waggle.memory}. */
    public record Memory(@Nullable String use, @Nullable String tenant, @Nullable Double decayDays,
            @Nullable String embeddings, @Nullable String url, @Nullable String collection,
            @Nullable String keyEnv) {

        /** True if a key asks for a memory; the others only describe it. */
        public boolean isAskedFor() {
            return use != null || decayDays != null || embeddings != null;
        }
    }
}
