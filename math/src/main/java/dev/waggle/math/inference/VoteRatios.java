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

    /**
     * Ratios of a voter with one accuracy for true and false hypotheses: a / (1 - a) and its inverse. Their
     * logarithms are the optimal weights of a jury (Nitzan and Paroush 1982).
     *
     * @param accuracy a, above 0 and below 1; at 0.5 a vote is uninformative, below 0.5 reversed
     */
    public static VoteRatios ofAccuracy(double accuracy) {
        return ofRates(accuracy, open("accuracy", accuracy));
    }

    /**
     * Ratios from the rates of a diagnostic test: agree sensitivity / (1 - specificity), disagree (1 - sensitivity) /
     * specificity.
     *
     * @param sensitivity probability that the voter agrees when the hypothesis is true, 0..1; at 1 a disagreement
     *        excludes
     * @param specificity probability that the voter disagrees when it is false, above 0 and below 1
     */
    public static VoteRatios ofRates(double sensitivity, double specificity) {
        DomainCheck.share("sensitivity", sensitivity);
        open("specificity", specificity);
        return new VoteRatios(sensitivity / (1 - specificity), (1 - sensitivity) / specificity);
    }

    /**
     * Ratios of a vote when the rates follow from a track record. The mean of each is the predictive probability of
     * the next vote, so this is exact for one vote per voter. Many votes of one voter also teach about the rates.
     */
    public static VoteRatios of(BetaReliability sensitivity, BetaReliability specificity) {
        return new VoteRatios(sensitivity.mean() / specificity.meanError(),
                sensitivity.meanError() / specificity.mean());
    }

    /** The ratio of that vote. */
    public double of(Vote vote) {
        return switch (vote) {
            case AGREE -> agree;
            case DISAGREE -> disagree;
            case ABSTAIN -> 1;
        };
    }

    private static double open(String name, double rate) {
        if (!(rate > 0 && rate < 1)) {
            throw new IllegalArgumentException(name + " must be above 0 and below 1, got " + rate
                    + "\nMaybe take the mean of a BetaReliability, which is never certain.");
        }
        return rate;
    }
}
