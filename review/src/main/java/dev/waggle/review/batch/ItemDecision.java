package dev.waggle.review.batch;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Decision about one item, or its absence.
 *
 * @param item its name in the file
 * @param decided whether the leader wins
 * @param leader the leading answer, in the spelling seen first; {@code null} without an answer
 * @param confidence confidence of the group in the leader, 0..1
 * @param votes number of agents that answered
 * @param dissent number of agents with another answer than the leader
 * @param shares every answer, the leader first, then by share
 * @param truth the right answer; {@code null} when unknown
 */
public record ItemDecision(String item, boolean decided, @Nullable String leader, double confidence, int votes,
        int dissent,
        List<Share> shares, @Nullable String truth) {

    /**
     * Support of an answer.
     *
     * @param answer in the spelling seen first
     * @param votes number of agents that gave it
     * @param share its part of all weight, 0..1
     */
    public record Share(String answer, int votes, double share) {}

    public ItemDecision {
        shares = List.copyOf(shares);
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
