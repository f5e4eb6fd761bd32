package dev.waggle.math.inference;

import dev.waggle.math.DomainCheck;

/**
 * The likelihood ratios of a voter's votes: the probability of the vote if the hypothesis is true, over its probability
 * if it is false. Abstaining has ratio 1: it is taken to be as probable either way, so it counts as no vote.
 *
 * @param agree    ratio of an agreement, finite, at least 0
 * @param disagree ratio of a disagreement, finite, at least 0
 */
public record VoteRatios(double agree, double disagree) {

    /** Vote on a hypothesis. */
    public enum Vote {
        AGREE, DISAGREE, ABSTAIN
    }

    public VoteRatios {
        DomainCheck.nonNegative("agree", agree);
        DomainCheck.nonNegative("disagree", disagree);
    }

    /**
     * Ratios by strength when nothing is known of the voter: agree 1 + w, disagree 1 / (1 + w). A convention,
     * symmetric in ln(1 + w), not a published rule.
     *
     * @param strength w, finite, at least 0; at 0 a vote is uninformative
     */
    public static VoteRatios ofStrength(double strength) {
        double ratio = 1 + DomainCheck.nonNegative("strength", strength);
        return new VoteRatios(ratio, 1 / ratio);
    }

    /** The ratio of that vote. */
    public double of(Vote vote) {
        return switch (vote) {
            case AGREE -> agree;
            case DISAGREE -> disagree;
            case ABSTAIN -> 1;
        };
    }
}
