package dev.waggle.swarm.evaluation;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.Payload.Stance;
import org.jspecify.annotations.Nullable;

/**
 * Ballot of one agent in a solve, with everything that an outcome can be learned from.
 *
 * @param agentId the agent
 * @param votes the votes that count, oldest first: of several votes on an answer the last one
 * @param proposals the answers that it proposed, oldest first
 * @param first the answer that it proposed or agreed with first; {@code null} without one
 */
public record OutcomeBallot(String agentId, List<CastVote> votes, List<StatedAnswer> proposals,
        @Nullable StatedAnswer first) {

    public OutcomeBallot {
        if (agentId.isBlank()) {
            throw new IllegalArgumentException("a ballot needs the id of an agent, got \"" + agentId + "\"");
        }
        votes = List.copyOf(votes);
        proposals = List.copyOf(proposals);
    }

    /** The answer that it agreed with last, else the one that it proposed last; empty without one. */
    public Optional<StatedAnswer> answer() {
        Optional<CastVote> agreed = votes.reversed().stream().filter(CastVote::agrees).findFirst();
        return agreed.isPresent()
                ? agreed.map(vote -> new StatedAnswer(vote.answer(), vote.confidence()))
                : Optional.ofNullable(proposals.isEmpty() ? null : proposals.getLast());
    }

    /** True if it proposed that answer. */
    public boolean proposed(@Nullable String answer) {
        return proposals.stream().anyMatch(proposal -> proposal.answer().equals(answer));
    }

    /** Its vote on that answer; empty without one. */
    public Optional<CastVote> voteOn(@Nullable String answer) {
        return votes.stream().filter(vote -> vote.answer().equals(answer)).findFirst();
    }

    /** True if it agrees with that answer. */
    public boolean agreesWith(@Nullable String answer) {
        return voteOn(answer).filter(CastVote::agrees).isPresent();
    }

    /** True if it agrees with any answer. */
    public boolean agreesWithAny() {
        return votes.stream().anyMatch(CastVote::agrees);
    }

    /**
     * A vote.
     *
     * @param answer the id of the answer
     * @param stance agree, disagree or abstain
     * @param confidence the stated confidence, 0..1; {@code null} if nobody stated one
     */
    public record CastVote(String answer, Stance stance, @Nullable Double confidence) {

        public CastVote {
            StatedAnswer.requireUnit(answer, confidence);
        }

        boolean agrees() {
            return stance == Stance.AGREE;
        }
    }

    /**
     * An answer with a confidence.
     *
     * @param answer the id of the answer
     * @param confidence the stated confidence, 0..1; {@code null} if nobody stated one
     */
    public record StatedAnswer(String answer, @Nullable Double confidence) {

        public StatedAnswer {
            requireUnit(answer, confidence);
        }

        private static void requireUnit(String answer, @Nullable Double confidence) {
            if (confidence != null && !(confidence >= 0 && confidence <= 1)) {
                throw new IllegalArgumentException("the confidence in the answer \"" + answer
                        + "\" must be between 0 and 1, got " + confidence);
            }
        }
    }
}
