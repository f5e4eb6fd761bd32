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
 * @param outcomes the number of outcomes on which it was calibrated, or from which it was learned; 0 for another basis
 * @param ofProposals the probability of each proposal by its id; their sum is below 1 if another answer may be right.
 *        Empty for {@link Basis#AGREEMENT}
 */
public record ConfidenceEstimate(double probability, double low, double high, Basis basis, int outcomes,
        Map<String, Double> ofProposals) {

    /** Basis of a confidence. */
    public enum Basis {
        /** The agreement of the strategy, as in logs before the fourth version of the loop: no probability. */
        AGREEMENT,
        /** Figures from recordings of other voters. */
        ASSUMED,
        /** Outcomes of earlier decisions of these voters. */
        CALIBRATED,
        /** Weights of each agent that outcomes of earlier decisions taught; low and high are the probability. */
        LEARNED
    }

    public ConfidenceEstimate {
        if (!(low >= 0 && low <= probability && probability <= high && high <= 1)) {
            throw new IllegalArgumentException("an estimate must have 0 <= low <= probability <= high <= 1, got " + low
                    + ", " + probability + ", " + high);
        }
        if (basis == Basis.CALIBRATED || basis == Basis.LEARNED ? outcomes < 1 : outcomes != 0) {
            throw new IllegalArgumentException("outcomes do not fit the basis " + basis + ": " + outcomes);
        }
        ofProposals = Collections.unmodifiableMap(new LinkedHashMap<>(ofProposals));
    }

    /** The agreement of a verdict in place of a probability; 0 if it did not decide. */
    public static ConfidenceEstimate ofAgreement(ConsensusVerdict verdict) {
        double agreement = verdict.decided() ? verdict.agreement() : 0;
        return new ConfidenceEstimate(agreement, agreement, agreement, Basis.AGREEMENT, 0, Map.of());
    }

    /** The basis in words: {@code assumed}, {@code calibrated on 40 outcomes}, {@code learned from 40 outcomes} or
     * {@code agreement}.
     */
    public String basisInWords() {
        return switch (basis) {
            case AGREEMENT -> "agreement";
            case ASSUMED -> "assumed";
            case CALIBRATED -> "calibrated on " + inNumbers();
            case LEARNED -> "learned from " + inNumbers();
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
