package dev.waggle.swarm.consensus.evaluation;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.VoteTally;

/**
 * Agreement on a proposal that no agent has tested by an objection. Two cases: every agent agrees in the first round,
 * and the proposal is the only one. Pure, O(votes).
 */
public final class UntestedAgreement {

    private static final int FIRST_ROUND = 1;

    private UntestedAgreement() {}

    /**
     * The reason for a challenge of the leader, for people; empty if the agreement was tested, or if there is none.
     *
     * @param standing the result of the votes; the votes decide, or only an approval is missing
     * @param tally the votes that count
     * @param input challenges and doubts so far
     * @param voters ids of all agents that may vote
     * @param round the round, from 1
     */
    public static Optional<String> explanation(ConsensusResult standing, VoteTally tally, ConsensusInput input,
            Collection<String> voters, int round) {
        Optional<Proposal> leader = standing.leader();
        if (leader.isEmpty() || !(standing.decided() || standing.approval().withheld())) {
            return Optional.empty();
        }
        Proposal proposal = leader.get();
        List<VoteRecord> votes = tally.votes().stream().filter(vote -> vote.proposalId().equals(proposal.id()))
                .toList();
        boolean isOpposed = votes.stream().anyMatch(vote -> vote.vote().stance() == Stance.DISAGREE)
                || input.objections().stream().anyMatch(objection -> objection.isAgainst(proposal));
        if (isOpposed) {
            return Optional.empty();
        }
        if (round == FIRST_ROUND && supporters(proposal, votes).containsAll(voters)) {
            return Optional.of("every agent agreed in the first round, and none objected");
        }
        return tally.size() == 1
                ? Optional.of("it is the only proposal, and no agent objected to it")
                : Optional.empty();
    }

    private static Set<String> supporters(Proposal proposal, List<VoteRecord> votes) {
        Set<String> supporters = new HashSet<>();
        supporters.add(proposal.sourceAgentId());
        votes.stream().filter(vote -> vote.vote().stance() == Stance.AGREE).map(VoteRecord::agentId)
                .forEach(supporters::add);
        return supporters;
    }
}
