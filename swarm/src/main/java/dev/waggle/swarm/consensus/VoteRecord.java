package dev.waggle.swarm.consensus;

import java.time.Instant;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Payload;
import org.jspecify.annotations.Nullable;

/**
 * A vote as it was cast.
 *
 * @param agentId the voter
 * @param vote stance, weight and reason
 * @param time the time of the signal
 * @param causalLevel the rung that the voter stated; built-in strategies ignore it, custom ones may read it
 * @param signalId the signal that cast it
 * @param turn the number of the voter's turn that cast it, from 1; 0 if it is not known
 */
public record VoteRecord(String agentId, Payload.Vote vote, Instant time, @Nullable CausalLevel causalLevel,
        String signalId, int turn) {

    public VoteRecord {
        if (turn < 0) {
            throw new IllegalArgumentException("turn must be at least 0, got " + turn);
        }
    }

    /** Vote of an unknown turn. */
    public VoteRecord(String agentId, Payload.Vote vote, Instant time, @Nullable CausalLevel causalLevel,
            String signalId) {
        this(agentId, vote, time, causalLevel, signalId, 0);
    }

    public String proposalId() {
        return vote.proposalId();
    }

    /** True if both votes are of one answer: of one turn or, if a turn is not known, of one time. */
    boolean isOfOneAnswer(VoteRecord other) {
        return agentId.equals(other.agentId)
                && ((turn > 0 && other.turn > 0) ? turn == other.turn : time.equals(other.time));
    }

    /** Copy with the weight multiplied; everything else, including the causal level, stays. */
    public VoteRecord weighted(double factor) {
        return withWeight(vote.weight() * factor);
    }

    /** Copy with that weight. */
    public VoteRecord withWeight(double weight) {
        Payload.Vote weighed = new Payload.Vote(vote.proposalId(), vote.stance(), vote.reasoning(), weight);
        return new VoteRecord(agentId, weighed, time, causalLevel, signalId, turn);
    }
}
