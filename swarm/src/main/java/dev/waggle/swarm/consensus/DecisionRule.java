package dev.waggle.swarm.consensus;

import java.util.Objects;

/**
 * Requirements of a decision.
 *
 * @param threshold the confidence that decides, 0..1
 * @param minVoters the number of different agents that must have voted, at least 1
 * @param approval the agents that must approve or may block; the engine applies it, so a strategy may ignore it
 */
public record DecisionRule(double threshold, int minVoters, ApprovalRule approval) {

    /** Tolerance for the rounding of sums, so that 0.7 of all weight reaches a threshold of 0.7. */
    private static final double ROUNDING = 1e-12;

    public DecisionRule {
        if (!(threshold >= 0 && threshold <= 1)) {
            throw new IllegalArgumentException("threshold must be between 0 and 1, got " + threshold
                    + (threshold > 1 && threshold <= 100 ? "\nMaybe it is a percentage: divide it by 100." : ""));
        }
        if (minVoters < 1) {
            throw new IllegalArgumentException("minVoters must be at least 1, got " + minVoters);
        }
        Objects.requireNonNull(approval, "approval");
    }

    /** Rule without required voters and vetoers. */
    public DecisionRule(double threshold, int minVoters) {
        this(threshold, minVoters, ApprovalRule.NONE);
    }

    /** True if that confidence decides. */
    public boolean isMetBy(double confidence) {
        return reaches(confidence, threshold);
    }

    public static boolean reaches(double confidence, double threshold) {
        return confidence >= threshold - ROUNDING;
    }
}
