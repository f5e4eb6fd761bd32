package dev.waggle.review.whatif;

import java.util.Objects;

import dev.waggle.swarm.consensus.ConsensusResult;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of votes.
 *
 * @param winner the decided proposal; {@code null} without a decision
 * @param leader the leading proposal, decided or not; {@code null} without an agreeing vote
 * @param agreement agreement of the group with the leader as the strategy defines it, 0..1
 * @param probability probability that the leader is right, 0..1; in logs of before the fourth version of the loop the
 *        agreement of a decision
 */
public record VoteOutcome(@Nullable String winner, @Nullable String leader, double agreement,
        double probability) {

    /** Outcome of a consensus result. */
    public static VoteOutcome of(ConsensusResult result) {
        String leader = result.verdict().leader();
        return new VoteOutcome(result.decided() ? leader : null, leader, result.agreement(),
                result.estimate().probability());
    }

    /** True if there is a decision. */
    public boolean decided() {
        return winner != null;
    }

    /** True if both decide on the same, or neither decides; the leader without a decision makes no difference. */
    public boolean decidesLike(VoteOutcome other) {
        return Objects.equals(winner, other.winner);
    }
}
