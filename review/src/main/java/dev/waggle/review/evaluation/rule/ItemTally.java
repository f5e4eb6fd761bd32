package dev.waggle.review.evaluation.rule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.review.evaluation.EvaluationItem;
import dev.waggle.review.evaluation.EvaluationSet;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConfidenceModel;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.VoteTally;
import org.jspecify.annotations.Nullable;

/**
 * Tally of the item at hand for the strategies of a swarm, as {@code waggle decide} makes it. Ballots are exclusive,
 * and their weight is the first stated confidence, 1 where none is stated. Rules of one run share it, so an item is
 * counted once.
 */
final class ItemTally {

    private static final Instant UNTIMED = Instant.EPOCH;

    /** Ids of as many digits as the largest, so that their order as texts is their order as numbers. */
    private static final int FIRST_ID = 1_000_000_000;

    private @Nullable EvaluationItem counted;
    private @Nullable VoteTally tally;

    /** Votes of the item; proposals are the answers with a ballot, in the order of their places. */
    VoteTally of(EvaluationItem item) {
        VoteTally before = tally;
        if (before != null && counted == item) {
            return before;
        }
        VoteTally votes = count(item);
        tally = votes;
        counted = item;
        return votes;
    }

    /** Place of the proposal of that index of a tally. */
    static int place(VoteTally tally, int proposal) {
        return Integer.parseInt(tally.proposal(proposal).id()) - FIRST_ID;
    }

    /** Id of the answer of a place. */
    static String id(int place) {
        return Integer.toString(FIRST_ID + place);
    }

    /** Assumption about the voters of a set: alone or readers of each other, with its answers if they are known. */
    static ConfidenceModel model(EvaluationSet set) {
        return set.isDebate() ? ConfidenceModel.readers() : ConfidenceModel.alone();
    }

    private static VoteTally count(EvaluationItem item) {
        List<Proposal> proposals = new ArrayList<>(item.voiced());
        String[] ids = new String[item.voiced()];
        for (int place = 0; place < ids.length; place++) {
            ids[place] = id(place);
            if (item.votes(place) > 0) {
                proposals.add(new Proposal(ids[place], "", "", "", "", 1, UNTIMED));
            }
        }
        boolean isStated = !item.set().confidences().isEmpty();
        List<VoteRecord> votes = new ArrayList<>(item.ballots());
        for (int ballot = 0; ballot < item.ballots(); ballot++) {
            double stated = isStated ? item.confidence(ballot, 0) : 1;
            double weight = Double.isNaN(stated) ? 1 : stated;
            votes.add(new VoteRecord(item.set().agents().get(item.agent(ballot)),
                    new Payload.Vote(ids[item.answer(ballot)], Stance.AGREE, null, weight), UNTIMED, null, ""));
        }
        return VoteTally.of(proposals, votes, BallotRule.EXCLUSIVE, ConsensusConfig.defaults().maxWeight());
    }
}
