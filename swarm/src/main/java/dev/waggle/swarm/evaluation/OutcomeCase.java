package dev.waggle.swarm.evaluation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConfidenceModel;
import dev.waggle.swarm.evaluation.OutcomeBallot.CastVote;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.reliability.CaseVotes;
import dev.waggle.swarm.reliability.DecisionCase;
import dev.waggle.swarm.reputation.ReputationSource;

/**
 * An outcome of a solve as a case that weights are learned from.
 *
 * @param decision the votes at its end
 * @param right the right option; empty if no agent proposed it
 */
record OutcomeCase(DecisionCase decision, OptionalInt right) {

    /**
     * The case of an outcome. Empty if nobody knows which answer is right: a partial one is neither, and "incorrect" alone
     * does not name the right one. Empty also without votes.
     */
    static Optional<OutcomeCase> of(OutcomeRecord outcome) {
        SolveBallots ballots = outcome.ballots();
        Map<String, Integer> places = new HashMap<>();
        ballots.answers().forEach(answer -> places.put(answer.id(), places.size()));
        OutcomeRecord.RightAnswer told = outcome.judgement().right();
        String right = told == null ? ballots.leader() : told.id();
        if (ballots.ballots().stream().allMatch(ballot -> ballot.votes().isEmpty())
                || (told == null && outcome.judgement().verdict() != OutcomeVerdict.CORRECT)) {
            return Optional.empty();
        }
        Integer place = right == null ? null : places.get(right);
        return Optional.of(new OutcomeCase(decision(outcome, places),
                place == null ? OptionalInt.empty() : OptionalInt.of(place)));
    }

    private static DecisionCase decision(OutcomeRecord outcome, Map<String, Integer> places) {
        ConfidenceModel assumed = ConfidenceModel.readers();
        CaseVotes votes = new CaseVotes(places.size(), assumed.voters());
        for (OutcomeBallot ballot : outcome.ballots().ballots()) {
            Map<Integer, Double> stances = new HashMap<>();
            Map<Integer, Double> evidence = new HashMap<>();
            double confidence = Double.NaN;
            double part = part(outcome.ballots().rule(), ballot);
            for (CastVote vote : ballot.votes()) {
                Integer place = places.get(vote.answer());
                if (place != null) {
                    double stated = vote.confidence() == null ? Double.NaN : vote.confidence();
                    double worth = Double.isNaN(stated) ? 1 : stated / UnstatedConfidence.USUAL;
                    stances.put(place, ConfidenceModel.signed(vote.stance(), part));
                    evidence.put(place, ConfidenceModel.signed(vote.stance(), part * worth));
                    confidence = vote.stance() == Stance.AGREE || Double.isNaN(confidence) ? stated : confidence;
                }
            }
            votes.cast(ballot.agentId(), stances, evidence, List.of(confidence));
            OutcomeBallot.StatedAnswer named = ballot.first();
            if (named != null && places.containsKey(named.answer())) {
                votes.addFirst(places.get(named.answer()), 1);
            }
        }
        String category = outcome.taskType().equals(ReputationSource.GENERAL) ? "" : outcome.taskType();
        return votes.debate(category, outcome.ballots().ballots().size(), assumed.others(places.size()), List.of());
    }

    /** Part of a ballot that each agreement has: several of one exclusive ballot share it. */
    private static double part(BallotRule rule, OutcomeBallot ballot) {
        long agreements = ballot.votes().stream().filter(CastVote::agrees).count();
        return rule == BallotRule.EXCLUSIVE && agreements > 1 ? 1.0 / agreements : 1;
    }
}
