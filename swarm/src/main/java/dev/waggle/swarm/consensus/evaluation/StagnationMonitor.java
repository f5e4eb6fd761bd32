package dev.waggle.swarm.consensus.evaluation;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.VoteTally;
import org.jspecify.annotations.Nullable;

/**
 * Detection of votes that lead nowhere: votes that stand still, and a lead that alternates between two proposals.
 *
 * <ol>
 * <li>A round is still if every agent keeps its stance on every proposal, and the confidence stays within
 * {@value #STILL_SHARE} of the first of the still rounds. Without a vote no round is still.
 * <li>The lead changes back in a round if the leader is the one of two rounds before, and not the one of the round
 * before.
 * <li>A round in which the discussion is open, or with a new proposal, begins both counts anew.
 * </ol>
 *
 * <p>It depends on the observed rounds alone. Owned by the thread of its solve, discarded with it.
 */
public final class StagnationMonitor {

    /**
     * Consecutive still rounds. In the first the agents receive the last votes, and in the second the answers to them.
     * In the third they receive the replies to those answers.
     */
    public static final int STILL_ROUNDS = 3;

    /**
     * Consecutive changes of the lead between two proposals, so four rounds. One change is a changed mind and a second
     * one a reconsideration. From the third on, both proposals have lost the lead after regaining it.
     */
    public static final int LEAD_CHANGES = 3;

    /** Change of the confidence below which votes of equal stances count as the same. */
    public static final double STILL_SHARE = 0.05;

    private @Nullable RoundVotes base;
    private @Nullable RoundVotes last;
    private Optional<String> leaderBefore = Optional.empty();
    private int still;
    private int leadChanges;

    public StagnationMonitor() {}

    /** Form of a stagnation. */
    public enum Stagnation {
        /** The votes stand still. */
        STALLED,
        /** The lead alternates. */
        OSCILLATING
    }

    /**
     * Votes at the end of a round.
     *
     * @param leader id of the leading proposal, if there is one
     * @param confidence confidence in the leader, 0..1
     * @param stances stance of each agent on each proposal, counted votes only
     * @param proposals number of proposals
     */
    public record RoundVotes(Optional<String> leader, double confidence, Map<Ballot, Stance> stances, int proposals) {

        public RoundVotes {
            stances = Map.copyOf(stances);
        }

        /** Votes of that tally, with that leader. */
        public static RoundVotes of(VoteTally tally, Optional<String> leader, double confidence) {
            Map<Ballot, Stance> stances = new HashMap<>();
            for (VoteRecord vote : tally.votes()) {
                stances.put(new Ballot(vote.agentId(), vote.proposalId()), vote.vote().stance());
            }
            return new RoundVotes(leader, confidence, stances, tally.size());
        }

        private boolean isLike(RoundVotes other) {
            return stances.equals(other.stances) && leader.equals(other.leader)
                    && Math.abs(confidence - other.confidence) < STILL_SHARE;
        }
    }

    /** The vote of an agent on a proposal. */
    public record Ballot(String agent, String proposal) {}

    /** Observes a round that brought votes or none; the stagnation that it completes, if any. */
    public Optional<Stagnation> observe(RoundVotes round) {
        RoundVotes before = last;
        if (before == null || round.proposals() != before.proposals()) {
            restart(round);
            return Optional.empty();
        }
        countStill(round);
        countLeadChanges(round, before);
        if (leadChanges >= LEAD_CHANGES) {
            return Optional.of(Stagnation.OSCILLATING);
        }
        return still >= STILL_ROUNDS ? Optional.of(Stagnation.STALLED) : Optional.empty();
    }

    /** Observes a round in which the discussion was open: both counts begin anew after it. */
    public void observeOpen(RoundVotes round) {
        restart(round);
    }

    private void restart(RoundVotes round) {
        base = round;
        last = round;
        leaderBefore = Optional.empty();
        still = 0;
        leadChanges = 0;
    }

    private void countStill(RoundVotes round) {
        if (base != null && !round.stances().isEmpty() && round.isLike(base)) {
            still++;
        } else {
            base = round;
            still = 0;
        }
    }

    private void countLeadChanges(RoundVotes round, RoundVotes before) {
        boolean changed = round.leader().isPresent() && before.leader().isPresent()
                && !round.leader().equals(before.leader());
        if (!changed) {
            leadChanges = 0;
        } else {
            boolean isBack = round.leader().equals(leaderBefore);
            leadChanges = isBack ? leadChanges + 1 : 1;
        }
        leaderBefore = before.leader();
        last = round;
    }
}
