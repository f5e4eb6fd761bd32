package dev.waggle.swarm.lens.data;

import dev.waggle.signal.Payload.Stance;

/**
 * A vote that counts: the latest of an agent on a proposal.
 *
 * @param agent the number of the voter
 * @param proposal the number of the proposal
 * @param stance for, against or neither
 * @param weight the weight of the vote, at least 0
 * @param confidence how sure the voter said it is, 0..1
 * @param round the round in which it was cast
 */
public record Ballot(int agent, int proposal, Stance stance, double weight, double confidence, int round) {

    /**
     * What it does to the logarithm of the odds of its proposal, in nats: confidence x ln(1 + weight) for an agreement,
     * the same below 0 for a disagreement, 0 for an abstention (Good 1950: odds multiply by ratio^weight).
     */
    public double evidence() {
        return switch (stance) {
            case AGREE -> confidence * Math.log1p(weight);
            case DISAGREE -> -confidence * Math.log1p(weight);
            case ABSTAIN -> 0;
        };
    }

    /** How strongly it speaks for its proposal, -1..1: the weight, cut to 1, times the confidence, with its sign. */
    public double strength() {
        return switch (stance) {
            case AGREE -> confidence * Math.min(weight, 1);
            case DISAGREE -> -confidence * Math.min(weight, 1);
            case ABSTAIN -> 0;
        };
    }
}
