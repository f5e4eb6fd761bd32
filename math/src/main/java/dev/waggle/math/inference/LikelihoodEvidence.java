package dev.waggle.math.inference;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.FixedPointSums;

/**
 * Piece of evidence on one hypothesis: the odds of that hypothesis against the rest multiply by ratio^weight (Good
 * 1950, Probability and the Weighing of Evidence). A ratio of 0 with a weight above 0 excludes the hypothesis. A
 * ratio of 1 or a weight of 0 is uninformative, as 0^0 is 1.
 *
 * @param hypothesis the place of the hypothesis, from 0
 * @param ratio likelihood of the observation if the hypothesis is true, over its likelihood if not; finite, at least 0
 * @param weight     the exponent, finite and at least 0; 1 is plain evidence, less is tempered evidence
 */
public record LikelihoodEvidence(int hypothesis, double ratio, double weight) {

    /** Largest weight of one piece of evidence, in nats, to either side. */
    public static final double MAX_NATS = FixedPointSums.MAX_TERM;

    public LikelihoodEvidence {
        DomainCheck.atLeast("hypothesis", hypothesis, 0);
        DomainCheck.nonNegative("ratio", ratio);
        DomainCheck.nonNegative("weight", weight);
        double nats = nats(ratio, weight);
        if (nats != Double.NEGATIVE_INFINITY && !(Math.abs(nats) <= MAX_NATS)) {
            throw new IllegalArgumentException("ratio^weight must be between e^-(2^31) and e^(2^31), got ratio " + ratio
                    + " and weight " + weight + "\nMaybe the weight is not an exponent, or the ratio is 0.");
        }
    }

    /** Evidence of weight 1. */
    public static LikelihoodEvidence of(int hypothesis, double ratio) {
        return new LikelihoodEvidence(hypothesis, ratio, 1);
    }

    /** The weight of this evidence in nats, weight x ln ratio: -Infinity if it excludes, 0 if uninformative. */
    public double nats() {
        return nats(ratio, weight);
    }

    /** True if it excludes the hypothesis. */
    public boolean excludes() {
        return ratio == 0 && weight > 0;
    }

    /** True if it carries information. */
    public boolean informs() {
        return ratio != 1 && weight > 0;
    }

    private static double nats(double ratio, double weight) {
        // StrictMath: the same bits in every run, or else a withdrawal would not be exact.
        return weight == 0 ? 0 : weight * StrictMath.log(ratio);
    }
}
