package dev.waggle.swarm.consensus;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Probability that the leading proposal is right, with what it rests on. It is not the {@linkplain ConsensusResult#agreement
 * agreement}, which the strategy computes and on which the threshold decides.
 *
 * @param probability the probability, 0..1; 0 if nothing leads
 * @param low the probability if voters are weak, 0..probability
 * @param high the probability if voters are strong, probability..1
 * @param basis what the assumption about voters rests on
 * @param outcomes the number of outcomes on which it was calibrated, or from which it was learned, or of truths among the
 *        votes that it was inferred from; 0 for another basis
 * @param votes the number of votes on many items that it was inferred from; 0 for another basis
 * @param ofProposals the probability of each proposal by its id; their sum is below 1 if another answer may be right.
 *        Empty for {@link Basis#AGREEMENT} and {@link Basis#INFERRED}
 */
public record ConfidenceEstimate(double probability, double low, double high, Basis basis, int outcomes,
        int votes, Map<String, Double> ofProposals) {

    /** Basis of a confidence. */
    public enum Basis {
        /** The agreement of the strategy, as in logs before the fourth version of the loop: no probability. */
        AGREEMENT,
        /** Figures from recordings of other voters. */
        ASSUMED,
        /** Outcomes of earlier decisions of these voters. */
        CALIBRATED,
        /** Weights of each agent that outcomes of earlier decisions taught; low and high are the probability. */
        LEARNED,
        /** The votes of the same voters on many items, with the truths that are known. */
        INFERRED
    }

    public ConfidenceEstimate {
        if (!(low >= 0 && low <= probability && probability <= high && high <= 1)) {
            throw new IllegalArgumentException("an estimate must have 0 <= low <= probability <= high <= 1, got " + low
                    + ", " + probability + ", " + high);
        }
        boolean fits = switch (basis) {
            case AGREEMENT, ASSUMED -> outcomes == 0 && votes == 0;
            case CALIBRATED, LEARNED -> outcomes >= 1 && votes == 0;
            case INFERRED -> outcomes >= 0 && votes >= 0;
        };
        if (!fits) {
            throw new IllegalArgumentException(
                    "outcomes or votes do not fit the basis " + basis + ": " + outcomes + ", " + votes);
        }
        ofProposals = Collections.unmodifiableMap(new LinkedHashMap<>(ofProposals));
    }

    /** An estimate that was not inferred from votes. */
    public ConfidenceEstimate(double probability, double low, double high, Basis basis, int outcomes,
            Map<String, Double> ofProposals) {
        this(probability, low, high, basis, outcomes, 0, ofProposals);
    }

    /** An estimate inferred from that many votes on many items, of which that many had a known truth. */
    public static ConfidenceEstimate inferred(double probability, double low, double high, int votes, int truths) {
        return new ConfidenceEstimate(probability, low, high, Basis.INFERRED, truths, votes, Map.of());
    }

    /** The agreement of a verdict in place of a probability; 0 if it did not decide. */
    public static ConfidenceEstimate ofAgreement(ConsensusVerdict verdict) {
        double agreement = verdict.decided() ? verdict.agreement() : 0;
        return new ConfidenceEstimate(agreement, agreement, agreement, Basis.AGREEMENT, 0, Map.of());
    }

    /**
     * The basis in words: {@code assumed}, {@code calibrated on 40 outcomes}, {@code agreement}, {@code learned from 40
     * outcomes}, {@code learned without truths from 500 votes} or {@code learned from 500 votes with 20 truths}.
     */
    public String basisInWords() {
        return switch (basis) {
            case AGREEMENT -> "agreement";
            case ASSUMED -> "assumed";
            case CALIBRATED -> "calibrated on " + inNumbers();
            case LEARNED -> "learned from " + inNumbers();
            case INFERRED -> outcomes == 0
                    ? "learned without truths from " + votes + (votes == 1 ? " vote" : " votes")
                    : "learned from " + votes + (votes == 1 ? " vote" : " votes") + " with " + outcomes
                            + (outcomes == 1 ? " truth" : " truths");
        };
    }

    private String inNumbers() {
        return outcomes + (outcomes == 1 ? " outcome" : " outcomes");
    }

    /** The figures for people, such as {@code 82.8 % (67.4 % to 92.1 %), assumed}; an agreement is called one. */
    public String inWords() {
        if (basis == Basis.LEARNED) {
            return ConsensusVerdict.percent(probability) + ", " + basisInWords();
        }
        return isProbability()
                ? ConsensusVerdict.percent(probability) + " (" + ConsensusVerdict.percent(low) + " to "
                        + ConsensusVerdict.percent(high) + "), " + basisInWords()
                : ConsensusVerdict.percent(probability) + ", the agreement of the strategy and no probability";
    }

    /** True if it is a probability. */
    public boolean isProbability() {
        return basis != Basis.AGREEMENT;
    }
}
