package dev.waggle.swarm.consensus;

import java.util.List;
import java.util.function.ToDoubleFunction;

import dev.waggle.swarm.consensus.Dissent.Objection;

/**
 * Complete input of a decision.
 *
 * @param proposals the proposals; of equal ids the first counts
 * @param votes every vote ever cast, in the order of casting
 * @param objections every challenge and doubt
 */
public record ConsensusInput(List<Proposal> proposals, List<VoteRecord> votes, List<Objection> objections) {

    public ConsensusInput {
        proposals = List.copyOf(proposals);
        votes = List.copyOf(votes);
        objections = List.copyOf(objections);
    }

    /** Copy in which the weight of each vote is multiplied by the factor of its agent. */
    public ConsensusInput weighted(ToDoubleFunction<String> factor) {
        return new ConsensusInput(proposals,
                votes.stream().map(vote -> vote.weighted(factor.applyAsDouble(vote.agentId()))).toList(), objections);
    }

    public static ConsensusInput of(List<Proposal> proposals, List<VoteRecord> votes) {
        return new ConsensusInput(proposals, votes, List.of());
    }
}
