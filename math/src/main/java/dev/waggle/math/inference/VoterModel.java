package dev.waggle.math.inference;

import dev.waggle.math.DomainCheck;

/**
 * Assumption about voters whose competence is unknown.
 *
 * <p>One voter of weight 1 multiplies the odds of the answer that it supports by e^gain. That is the likelihood ratio of
 * its ballot with the competence integrated out: for a mean competence c and K answers, e^gain = c (K - 1) / (1 - c).
 * The ballots of m voters depend on each other, so they count as m / (1 + (m - 1) dependence) independent ones (Kish
 * 1965, Survey Sampling, 5.4).
 *
 * @param gain the evidence of one voter in nats, finite, above 0
 * @param dependence the mean correlation between the ballots of two voters, 0..1
 */
public record VoterModel(double gain, double dependence) {

    /** Voters that answered alone: the least mean log loss over recorded panels and crowds (decision 0027). */
    public static final VoterModel ALONE = new VoterModel(3.24, 0.58);

    /** Voters that have read each other: the same over recorded debates. */
    public static final VoterModel READERS = new VoterModel(1.2, 0.37);

    public VoterModel {
        DomainCheck.positive("gain", gain);
        DomainCheck.share("dependence", dependence);
    }

    /** Nats of one unit of support among voters of that weight together: gain / (1 + (m - 1) dependence), m at least 1. */
    public double nats(double voters) {
        DomainCheck.nonNegative("voters", voters);
        return gain / (1 + Math.max(0, voters - 1) * dependence);
    }

    /** Largest evidence that unanimous voters can reach, however many: gain / dependence, infinite without dependence. */
    public double bound() {
        return dependence == 0 ? Double.POSITIVE_INFINITY : gain / dependence;
    }
}
