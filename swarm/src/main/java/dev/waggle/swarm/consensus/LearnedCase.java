package dev.waggle.swarm.consensus;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.identity.CanonicalAnswer;
import dev.waggle.swarm.reliability.CaseVotes;
import dev.waggle.swarm.reliability.DecisionCase;
import dev.waggle.swarm.reliability.TalliedVotes;
import dev.waggle.swarm.reliability.TalliedVotes.TalliedVote;

/**
 * Reads the votes of a tally as a case to learn from, or to decide by what was learned.
 *
 * @param assumed the assumption about the voters without outcomes
 * @param category the kind of the task, empty if none is known
 * @param panel the number of agents that can vote; more if more have voted
 * @param haveRead whether the voters have read each other
 * @param shareAnswers whether this question shares its answers with others, such as labels
 */
public record LearnedCase(ConfidenceModel assumed, String category, int panel, boolean haveRead,
        boolean shareAnswers) {

    public LearnedCase {
        Objects.requireNonNull(assumed, "assumed");
        if (panel < 0) {
            throw new IllegalArgumentException("panel must be at least 0, got " + panel);
        }
    }

    /** Agents that read each other, on one question. */
    public static LearnedCase ofReaders(String category, int panel) {
        return new LearnedCase(ConfidenceModel.readers(), category, panel, true, false);
    }

    /** Copy in which the ballots of two voters are correlated by that much without history, 0..1. */
    public LearnedCase withDependence(double dependence) {
        return new LearnedCase(assumed.withDependence(dependence), category, panel, haveRead, shareAnswers);
    }

    /** The case of a tally; its options are the proposals, each at its index. */
    public DecisionCase of(VoteTally tally) {
        List<String> answers = new ArrayList<>();
        if (shareAnswers) {
            for (int proposal = 0; proposal < tally.size(); proposal++) {
                answers.add(CanonicalAnswer.fold(tally.proposal(proposal).content()));
            }
        }
        return of(count(tally), answers);
    }

    /** The case of votes that agents cast which had read each other, on one question, as they were counted. */
    public static DecisionCase ofReaders(String category, TalliedVotes counted) {
        return ofReaders(category, counted.panel()).withDependence(counted.dependence()).of(counted, List.of());
    }

    /** The votes of a tally with everything that a case needs. */
    public TalliedVotes count(VoteTally tally) {
        List<TalliedVote> counted = new ArrayList<>();
        List<VoteRecord> votes = tally.votes();
        for (int i = 0; i < votes.size(); i++) {
            VoteRecord vote = votes.get(i);
            Stance stance = vote.vote().stance();
            counted.add(new TalliedVote(vote.agentId(), tally.proposalOf(i),
                    ConfidenceModel.signed(stance, 1.0 / tally.sharersOf(i)),
                    ConfidenceModel.signed(stance, tally.evidenceOf(i)), vote.confidences()));
        }
        List<Integer> first = new ArrayList<>();
        for (int proposal = 0; proposal < tally.size(); proposal++) {
            first.add(tally.firstVoters(proposal));
        }
        return new TalliedVotes(panel, assumed.voters().dependence(), first, counted);
    }

    private DecisionCase of(TalliedVotes counted, List<String> answers) {
        CaseVotes votes = CaseVotes.of(counted, assumed.voters());
        int others = assumed.others(counted.options());
        return haveRead ? votes.debate(category, panel, others, answers)
                : votes.alone(category, panel, others, answers);
    }
}
