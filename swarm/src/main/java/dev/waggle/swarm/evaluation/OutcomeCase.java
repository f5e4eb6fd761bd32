package dev.waggle.swarm.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import dev.waggle.math.inference.VoterModel;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConfidenceModel;
import dev.waggle.swarm.consensus.LearnedCase;
import dev.waggle.swarm.evaluation.OutcomeBallot.CastVote;
import dev.waggle.swarm.evaluation.SolveBallots.VoicedAnswer;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.reliability.TalliedVotes;
import dev.waggle.swarm.reliability.TalliedVotes.TalliedVote;
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
        List<String> options = ballots.answers().stream().map(VoicedAnswer::id).sorted().toList();
        TalliedVotes counted = ballots.tallied() == null ? recounted(ballots, options) : ballots.tallied();
        OutcomeRecord.RightAnswer told = outcome.judgement().right();
        if (counted.votes().isEmpty() || (told == null && outcome.judgement().verdict() != OutcomeVerdict.CORRECT)) {
            return Optional.empty();
        }
        int right = options.indexOf(told == null ? ballots.leader() : told.id());
        String category = outcome.taskType().equals(ReputationSource.GENERAL) ? "" : outcome.taskType();
        return Optional.of(new OutcomeCase(LearnedCase.ofReaders(category, counted),
                right < 0 ? OptionalInt.empty() : OptionalInt.of(right)));
    }

    /** The votes of a record that does not have them as they were counted; a vote of a usual confidence counts 1. */
    private static TalliedVotes recounted(SolveBallots ballots, List<String> options) {
        List<TalliedVote> counted = new ArrayList<>();
        Integer[] first = new Integer[options.size()];
        Arrays.fill(first, 0);
        for (OutcomeBallot ballot : ballots.ballots()) {
            double part = part(ballots.rule(), ballot);
            for (CastVote vote : ballot.votes()) {
                int option = options.indexOf(vote.answer());
                Double stated = vote.confidence();
                double worth = stated == null ? 1 : stated / UnstatedConfidence.USUAL;
                if (option >= 0) {
                    counted.add(new TalliedVote(ballot.agentId(), option, ConfidenceModel.signed(vote.stance(), part),
                            ConfidenceModel.signed(vote.stance(), part * worth),
                            stated == null ? List.of() : List.of(stated)));
                }
            }
            int named = ballot.first() == null ? -1 : options.indexOf(ballot.first().answer());
            if (named >= 0) {
                first[named]++;
            }
        }
        return new TalliedVotes(ballots.ballots().size(), VoterModel.READERS.dependence(), Arrays.asList(first),
                counted);
    }

    /** Part of a ballot that each agreement has: several of one exclusive ballot share it. */
    private static double part(BallotRule rule, OutcomeBallot ballot) {
        long agreements = ballot.votes().stream().filter(CastVote::agrees).count();
        return rule == BallotRule.EXCLUSIVE && agreements > 1 ? 1.0 / agreements : 1;
    }
}
