package dev.waggle.review.whatif;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.VoteRecord;

/**
 * Missing votes of a proposal: the fewest further votes that, all agreeing with it and with that weight, would have
 * decided for it. The first of them are those of required voters without an approval and of vetoers that disagree, then
 * those of new voters.
 *
 * @param standing standing of the proposal
 * @param fullWeight weight of a vote with the maximum stated confidence
 * @param full number of such votes; empty when {@value #MAX_VOTES} are not enough
 * @param usualWeight mean weight of the votes that agree with any proposal; the full weight without such votes
 * @param usual number of such votes; empty when {@value #MAX_VOTES} are not enough
 * @param approvals agents among the further voters, because the approval rule needs their agreement
 */
public record MissingVotes(ProposalStanding standing, double fullWeight, OptionalInt full, double usualWeight,
        OptionalInt usual, List<String> approvals) {

    /** Maximum number of hypothetical further votes. */
    public static final int MAX_VOTES = 100;

    /** Beginning of the id of a new voter and of a further vote: no agent has a line break in its id. */
    private static final String NEW_VOTER = "further\n";

    /** Proposals, the leader first, for which it is computed. */
    static final int MAX_PROPOSALS = 5;

    public MissingVotes {
        approvals = List.copyOf(approvals);
    }

    static List<MissingVotes> of(VoteRecount recount, double full) {
        double usual = recount.counted().stream().filter(vote -> vote.vote().stance() == Stance.AGREE)
                .mapToDouble(vote -> vote.vote().weight()).average().orElse(full);
        List<MissingVotes> missing = new ArrayList<>();
        for (ProposalStanding standing : recount.result().standings().stream().limit(MAX_PROPOSALS).toList()) {
            String id = standing.proposal().id();
            List<String> approvals = approvals(recount, id);
            missing.add(new MissingVotes(standing, full, fewest(recount, id, full, approvals), usual,
                    fewest(recount, id, usual, approvals), approvals));
        }
        return missing;
    }

    /** Agents whose agreement with that proposal the approval rule needs and does not have. */
    private static List<String> approvals(VoteRecount recount, String proposal) {
        ApprovalRule rule = recount.config().approval();
        Map<String, Stance> stances = new HashMap<>();
        recount.counted().stream().filter(vote -> vote.proposalId().equals(proposal))
                .forEach(vote -> stances.put(vote.agentId(), vote.vote().stance()));
        return rule.agents().stream()
                .filter(agent -> (rule.requiredVoters().contains(agent) && stances.get(agent) != Stance.AGREE)
                        || (rule.vetoers().contains(agent) && stances.get(agent) == Stance.DISAGREE))
                .toList();
    }

    /** Tried one by one: with further votes a strategy may turn away before it turns back. */
    private static OptionalInt fewest(VoteRecount recount, String proposal, double weight, List<String> approvals) {
        List<VoteRecord> further = new ArrayList<>();
        while (further.size() < MAX_VOTES) {
            int number = further.size();
            further.add(agreeing(number < approvals.size() ? approvals.get(number) : NEW_VOTER + number, proposal,
                    weight));
            if (proposal.equals(recount.withFurther(further).winner())) {
                return OptionalInt.of(further.size());
            }
        }
        return OptionalInt.empty();
    }

    private static VoteRecord agreeing(String agent, String proposal, double weight) {
        Payload.Vote vote = new Payload.Vote(proposal, Stance.AGREE, null, weight);
        return new VoteRecord(agent, vote, Instant.MAX, null, NEW_VOTER + agent);
    }
}
