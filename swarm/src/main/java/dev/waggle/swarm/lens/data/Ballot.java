package dev.waggle.swarm.lens.data;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.identity.UnstatedConfidence;
import org.jspecify.annotations.Nullable;

/**
 * A vote that counts: the latest of an agent on a proposal.
 *
 * @param agent the number of the voter
 * @param proposal the number of the proposal
 * @param stance for, against or neither
 * @param weight the weight of the vote, at least 0
 * @param confidence the stated confidence of the voter, 0..1
 * @param worth what the confidence is worth as evidence ({@link UnstatedConfidence#evidenceOf}), at least 0
 * @param round the round in which it was cast
 */
public record Ballot(int agent, int proposal, Stance stance, double weight, double confidence, double worth,
        int round) {

    /**
     * Change of the logarithm of the odds of its proposal under {@link PosteriorKind#BY_PROPOSAL}, in nats. It is
     * confidence x ln(1 + weight) for an agreement, its negative for a disagreement, and 0 for an abstention. Source:
     * Good 1950, odds multiply by ratio^weight. {@link DeliberationData#evidenceOf} is the evidence of either kind.
     */
    public double evidence() {
        return switch (stance) {
            case AGREE -> confidence * Math.log1p(weight);
            case DISAGREE -> -confidence * Math.log1p(weight);
            case ABSTAIN -> 0;
        };
    }

    /** Strength of its support for its proposal, -1..1: the weight, cut to 1, times the confidence, with its sign. */
    public double strength() {
        return switch (stance) {
            case AGREE -> confidence * Math.min(weight, 1);
            case DISAGREE -> -confidence * Math.min(weight, 1);
            case ABSTAIN -> 0;
        };
    }

    /**
     * A change in a round of the ballot of an agent on a proposal.
     *
     * @param agent the number of the voter
     * @param proposal the number of the proposal
     * @param before the ballot that counted until then; {@code null} for a first vote
     * @param after the ballot that counts now; {@code null} when an exclusive voter left for another proposal
     */
    public record BallotChange(int agent, int proposal, @Nullable Ballot before, @Nullable Ballot after) {

        /** Change of the logarithm of the odds of the proposal under {@link PosteriorKind#BY_PROPOSAL}, in nats. */
        public double evidence() {
            return (after == null ? 0 : after.evidence()) - (before == null ? 0 : before.evidence());
        }
    }
}
