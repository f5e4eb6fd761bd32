package dev.waggle.swarm.consensus;

import java.util.Objects;

/**
 * Requirements of a decision.
 *
 * @param threshold the agreement that decides, 0..1: the figure of the strategy
 * @param minVoters the number of different agents that must have voted, at least 1
 * @param approval the agents that must approve or may block; the engine applies it, so a strategy may ignore it
 * @param thresholdConfidence the probability that the leader must have beside the agreement, 0..1; 0 asks for none. The
 *        engine applies it
 * @param settleRounds the rounds without a move before a solve decides, none for a decision at once, 0..100; the loop
 *        applies it, so a strategy may ignore it
 */
public record DecisionRule(double threshold, int minVoters, ApprovalRule approval, double thresholdConfidence,
        int settleRounds) {

    /** Default: every agent that hears a vote has a turn with it before that vote decides. */
    public static final int SETTLE_ROUNDS = 1;

    /** Bound of settleRounds: more rounds than that are the whole solve. */
    public static final int MAX_SETTLE_ROUNDS = 100;

    /** Tolerance for the rounding of sums, so that 0.7 of all weight reaches a threshold of 0.7. */
    private static final double ROUNDING = 1e-12;

    public DecisionRule {
        requireShare("threshold", threshold);
        requireShare("thresholdConfidence", thresholdConfidence);
        if (minVoters < 1) {
            throw new IllegalArgumentException("minVoters must be at least 1, got " + minVoters);
        }
        Objects.requireNonNull(approval, "approval");
        if (settleRounds < 0 || settleRounds > MAX_SETTLE_ROUNDS) {
            throw new IllegalArgumentException(
                    "settleRounds must be between 0 and " + MAX_SETTLE_ROUNDS + ", got " + settleRounds);
        }
    }

    /** Rule that asks for agreement alone, with the default for settling. */
    public DecisionRule(double threshold, int minVoters, ApprovalRule approval) {
        this(threshold, minVoters, approval, 0, SETTLE_ROUNDS);
    }

    /** Rule without required voters and vetoers. */
    public DecisionRule(double threshold, int minVoters) {
        this(threshold, minVoters, ApprovalRule.NONE);
    }

    DecisionRule withThreshold(double newThreshold) {
        return new DecisionRule(newThreshold, minVoters, approval, thresholdConfidence, settleRounds);
    }

    DecisionRule withMinVoters(int newMinVoters) {
        return new DecisionRule(threshold, newMinVoters, approval, thresholdConfidence, settleRounds);
    }

    DecisionRule withApproval(ApprovalRule newApproval) {
        return new DecisionRule(threshold, minVoters, newApproval, thresholdConfidence, settleRounds);
    }

    DecisionRule withThresholdConfidence(double probability) {
        return new DecisionRule(threshold, minVoters, approval, probability, settleRounds);
    }

    DecisionRule withSettleRounds(int rounds) {
        return new DecisionRule(threshold, minVoters, approval, thresholdConfidence, rounds);
    }

    /** True if that agreement decides. */
    public boolean isMetBy(double agreement) {
        return reaches(agreement, threshold);
    }

    /** True if a figure reaches its threshold, but for rounding. */
    public static boolean reaches(double figure, double threshold) {
        return figure >= threshold - ROUNDING;
    }

    private static void requireShare(String name, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(name + " must be between 0 and 1, got " + share
                    + (share > 1 && share <= 100 ? "\nMaybe it is a percentage: divide it by 100." : ""));
        }
    }
}
