package dev.waggle.review.whatif;

import java.util.Objects;

import dev.waggle.swarm.consensus.ConsensusResult;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of votes.
 *
 * @param winner the decided proposal; {@code null} without a decision
 * @param leader the leading proposal, decided or not; {@code null} without an agreeing vote
 * @param confidence confidence of the group in the leader, 0..1
 */
public record VoteOutcome(@Nullable String winner, @Nullable String leader, double confidence) {

    /** Outcome of a consensus result. */
    public static VoteOutcome of(ConsensusResult result) {
        String leader = result.verdict().leader();
        return new VoteOutcome(result.decided() ? leader : null, leader, result.confidence());
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
