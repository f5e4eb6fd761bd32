package dev.waggle.swarm.lens.data;

import org.jspecify.annotations.Nullable;

/**
 * A change in a round of the ballot of an agent on a proposal.
 *
 * @param agent the number of the voter
 * @param proposal the number of the proposal
 * @param before the ballot that counted until then; {@code null} for a first vote
 * @param after the ballot that counts now; {@code null} when an exclusive voter left for another proposal
 */
public record BallotChange(int agent, int proposal, @Nullable Ballot before, @Nullable Ballot after) {

    /** Change of the logarithm of the odds of the proposal, in nats. */
    public double evidence() {
        return (after == null ? 0 : after.evidence()) - (before == null ? 0 : before.evidence());
    }
}
