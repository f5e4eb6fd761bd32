package dev.waggle.swarm.review.whatif;

import java.util.Objects;

import dev.waggle.swarm.consensus.ConsensusResult;
import org.jspecify.annotations.Nullable;

/**
 * What votes come to.
 *
 * @param winner the proposal that is decided on; {@code null} while nothing is decided
 * @param leader the proposal that leads, decided or not; {@code null} when nobody agrees with anything
 * @param confidence how sure the group is of the leader, 0..1
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
