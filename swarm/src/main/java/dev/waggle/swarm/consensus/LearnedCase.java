package dev.waggle.swarm.consensus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.identity.CanonicalAnswer;
import dev.waggle.swarm.reliability.CaseVotes;
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
        CaseVotes votes = votes(tally);
        List<String> answers = new ArrayList<>();
        for (int proposal = 0; proposal < tally.size(); proposal++) {
            if (shareAnswers) {
                answers.add(CanonicalAnswer.fold(tally.proposal(proposal).content()));
            }
            votes.addFirst(proposal, tally.firstVoters(proposal));
        }
        int others = assumed.others(tally.size());
        return haveRead ? votes.debate(category, panel, others, answers)
                : votes.alone(category, panel, others, answers);
    }

    private CaseVotes votes(VoteTally tally) {
        Map<String, Map<Integer, Double>> stances = new LinkedHashMap<>();
        Map<String, Map<Integer, Double>> evidence = new HashMap<>();
        Map<String, List<Double>> confidences = new HashMap<>();
        List<VoteRecord> counted = tally.votes();
        for (int i = 0; i < counted.size(); i++) {
            VoteRecord vote = counted.get(i);
            Stance stance = vote.vote().stance();
            stances.computeIfAbsent(vote.agentId(), _ -> new HashMap<>()).put(tally.proposalOf(i),
                    ConfidenceModel.signed(stance, 1.0 / tally.sharersOf(i)));
            evidence.computeIfAbsent(vote.agentId(), _ -> new HashMap<>()).put(tally.proposalOf(i),
                    ConfidenceModel.signed(stance, tally.evidenceOf(i)));
            if (stance == Stance.AGREE || !confidences.containsKey(vote.agentId())) {
                confidences.put(vote.agentId(), vote.confidences());
            }
        }
        CaseVotes votes = new CaseVotes(tally.size(), assumed.voters());
        stances.forEach((agent, ofAgent) -> votes.cast(agent, ofAgent, evidence.getOrDefault(agent, Map.of()),
                confidences.getOrDefault(agent, List.of())));
        return votes;
    }
}
