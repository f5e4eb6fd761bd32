package dev.waggle.review.batch;

import java.util.List;

import dev.waggle.swarm.consensus.ConfidenceEstimate;
import org.jspecify.annotations.Nullable;

/**
 * Decision about one item, or its absence.
 *
 * @param item its name in the file
 * @param decided whether the leader wins
 * @param leader the leading answer, in the spelling seen first; {@code null} without an answer
 * @param agreement agreement of the group with the leader as the strategy defines it, 0..1
 * @param estimate the probability that the leader is right
 * @param votes number of agents that answered
 * @param dissent number of agents with another answer than the leader
 * @param shares every answer, the leader first, then by share
 * @param truth the right answer; {@code null} when unknown
 * @param acceptance whether it is accepted without a person
 */
public record ItemDecision(String item, boolean decided, @Nullable String leader, double agreement,
        ConfidenceEstimate estimate, int votes, int dissent, List<Share> shares, @Nullable String truth,
        ItemAcceptance acceptance) {

    /**
     * Support of an answer.
     *
     * @param answer in the spelling seen first
     * @param votes number of agents that gave it
     * @param share its part of all weight, 0..1
     * @param figure the strategy's own figure of it, 0..1
     */
    public record Share(String answer, int votes, double share, double figure) {}

    public ItemDecision {
        shares = List.copyOf(shares);
    }

    ItemDecision withAcceptance(ItemAcceptance side) {
        return new ItemDecision(item, decided, leader, agreement, estimate, votes, dissent, shares, truth, side);
    }

    /** Probability that the leader is right, 0..1; 0 without one. */
    public double confidence() {
        return estimate.probability();
    }

    /** True if the leader is right; {@code null} when the truth is unknown or there is no leader. */
    public @Nullable Boolean correct() {
        if (leader == null || truth == null) {
            return null;
        }
        return AnswerIndex.same(leader, truth);
    }

    /** The leading answer when it won. */
    public @Nullable String decision() {
        return decided ? leader : null;
    }
}
