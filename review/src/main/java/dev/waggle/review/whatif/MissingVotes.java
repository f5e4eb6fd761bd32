package dev.waggle.review.whatif;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.VoteRecord;

/**
 * Missing votes of a proposal: the fewest further voters that, all agreeing with it and with that weight, would have
 * decided for it.
 *
 * @param standing standing of the proposal
 * @param fullWeight weight of a vote with the maximum stated confidence
 * @param full number of such votes; empty when {@value #MAX_VOTES} are not enough
 * @param usualWeight mean weight of the votes that agree with any proposal; the full weight without such votes
 * @param usual number of such votes; empty when {@value #MAX_VOTES} are not enough
 */
public record MissingVotes(ProposalStanding standing, double fullWeight, OptionalInt full, double usualWeight,
        OptionalInt usual) {

    /** Maximum number of hypothetical further votes. */
    public static final int MAX_VOTES = 100;

    /** Proposals, the leader first, for which it is computed. */
    static final int MAX_PROPOSALS = 5;

    static List<MissingVotes> of(VoteRecount recount, double full) {
        double usual = recount.counted().stream().filter(vote -> vote.vote().stance() == Stance.AGREE)
                .mapToDouble(vote -> vote.vote().weight()).average().orElse(full);
        List<MissingVotes> missing = new ArrayList<>();
        for (ProposalStanding standing : recount.result().standings().stream().limit(MAX_PROPOSALS).toList()) {
            String id = standing.proposal().id();
            missing.add(new MissingVotes(standing, full, fewest(recount, id, full), usual, fewest(recount, id, usual)));
        }
        return missing;
    }

    /** Tried one by one: with further votes a strategy may turn away before it turns back. */
    private static OptionalInt fewest(VoteRecount recount, String proposal, double weight) {
        List<VoteRecord> further = new ArrayList<>();
        while (further.size() < MAX_VOTES) {
            further.add(agreeing(further.size(), proposal, weight));
            if (proposal.equals(recount.withFurther(further).winner())) {
                return OptionalInt.of(further.size());
            }
        }
        return OptionalInt.empty();
    }

    /** Agreeing vote of a new voter: no agent has a line break in its id. */
    private static VoteRecord agreeing(int number, String proposal, double weight) {
        Payload.Vote vote = new Payload.Vote(proposal, Stance.AGREE, null, weight);
        return new VoteRecord("further\n" + number, vote, Instant.MAX, null, "further\n" + number);
    }
}
