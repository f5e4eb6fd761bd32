package dev.waggle.swarm.consensus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.math.inference.AnswerBallot;
import dev.waggle.math.inference.AnswerPosterior;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.identity.CanonicalAnswer;
import dev.waggle.swarm.reliability.CaseBallot;
import dev.waggle.swarm.reliability.DecisionCase;

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
        AnswerPosterior posterior = ConfidenceModel.posterior(tally);
        List<Double> offsets = new ArrayList<>(tally.size());
        for (double nats : posterior.evidence(assumed.voters())) {
            offsets.add(nats);
        }
        List<CaseBallot> ballots = ballots(tally);
        List<String> answers = new ArrayList<>();
        List<Double> first = new ArrayList<>();
        for (int proposal = 0; proposal < tally.size(); proposal++) {
            if (shareAnswers) {
                answers.add(CanonicalAnswer.fold(tally.proposal(proposal).content()));
            }
            if (haveRead) {
                first.add((double) tally.firstVoters(proposal));
            }
        }
        return new DecisionCase(category, Math.max(panel, ballots.size()), offsets, assumed.others(tally.size()),
                ballots,
                answers, first);
    }

    private static List<CaseBallot> ballots(VoteTally tally) {
        Map<String, Map<Integer, Double>> stances = new LinkedHashMap<>();
        Map<String, List<Double>> confidences = new LinkedHashMap<>();
        List<VoteRecord> votes = tally.votes();
        for (int i = 0; i < votes.size(); i++) {
            VoteRecord vote = votes.get(i);
            stances.computeIfAbsent(vote.agentId(), _ -> new LinkedHashMap<>()).put(tally.proposalOf(i),
                    ConfidenceModel.signed(vote.vote().stance(), 1.0 / tally.sharersOf(i)));
            if (vote.vote().stance() == Stance.AGREE || !confidences.containsKey(vote.agentId())) {
                confidences.put(vote.agentId(), vote.confidences());
            }
        }
        List<CaseBallot> ballots = new ArrayList<>(stances.size());
        stances.forEach((agent, ofAgent) -> ballots.add(new CaseBallot(agent, AnswerBallot.ofStances(ofAgent).support(),
                confidences.getOrDefault(agent, List.of()))));
        return ballots;
    }
}
