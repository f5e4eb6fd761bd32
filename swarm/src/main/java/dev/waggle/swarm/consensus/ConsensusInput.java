package dev.waggle.swarm.consensus;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * All that a decision depends on.
 *
 * @param proposals what is on the table; of equal ids the first counts
 * @param votes every vote ever cast, in the order of casting
 * @param objections every challenge and doubt
 */
public record ConsensusInput(List<Proposal> proposals, List<VoteRecord> votes, List<Objection> objections) {

    public ConsensusInput {
        proposals = List.copyOf(proposals);
        votes = List.copyOf(votes);
        objections = List.copyOf(objections);
    }

    /** The same with the weight of each vote multiplied by what that function says of its agent. */
    public ConsensusInput weighted(ToDoubleFunction<String> factor) {
        return new ConsensusInput(proposals,
                votes.stream().map(vote -> vote.weighted(factor.applyAsDouble(vote.agentId()))).toList(), objections);
    }

    public static ConsensusInput of(List<Proposal> proposals, List<VoteRecord> votes) {
        return new ConsensusInput(proposals, votes, List.of());
    }
}
