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
 */
public record VoteRecord(String agentId, Payload.Vote vote, Instant time, @Nullable CausalLevel causalLevel,
        String signalId) {

    public String proposalId() {
        return vote.proposalId();
    }

    /** Copy with the weight multiplied; everything else, including the causal level, stays. */
    public VoteRecord weighted(double factor) {
        return withWeight(vote.weight() * factor);
    }

    /** Copy with that weight. */
    public VoteRecord withWeight(double weight) {
        Payload.Vote weighed = new Payload.Vote(vote.proposalId(), vote.stance(), vote.reasoning(), weight);
        return new VoteRecord(agentId, weighed, time, causalLevel, signalId);
    }
}
