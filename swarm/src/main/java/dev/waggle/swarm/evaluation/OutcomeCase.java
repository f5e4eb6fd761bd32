package dev.waggle.swarm.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import dev.waggle.math.inference.VoterModel;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConfidenceModel;
import dev.waggle.swarm.consensus.LearnedCase;
import dev.waggle.swarm.evaluation.OutcomeBallot.CastVote;
import dev.waggle.swarm.evaluation.SolveBallots.VoicedAnswer;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.reliability.CaseTruth;
import dev.waggle.swarm.reliability.DecisionCase;
import dev.waggle.swarm.reliability.TalliedVotes;
import dev.waggle.swarm.reliability.TalliedVotes.TalliedVote;
import dev.waggle.swarm.reputation.ReputationSource;

/**
 * An outcome of a solve as a case that weights are learned from.
 *
 * @param decision the votes at its end
 * @param truth the right option, or only that the leading one is wrong
 */
record OutcomeCase(DecisionCase decision, CaseTruth truth) {

    /** The case of an outcome. Empty for a partial one, which is neither right nor wrong, and without votes. */
    static Optional<OutcomeCase> of(OutcomeRecord outcome) {
        TalliedVotes tallied = votes(outcome);
        return tallied.votes().isEmpty()
                ? Optional.empty()
                : truth(outcome, options(outcome)).map(truth -> new OutcomeCase(
                        LearnedCase.ofReaders(category(outcome), tallied), truth));
    }

    /** The votes of an outcome; their options are its answers in the order of their ids. */
    static TalliedVotes votes(OutcomeRecord outcome) {
        SolveBallots ballots = outcome.ballots();
        return ballots.tallied() == null ? recounted(ballots, options(outcome)) : ballots.tallied();
    }

    /** Ids of the answers, in the order of options. */
    static List<String> options(OutcomeRecord outcome) {
        return outcome.ballots().answers().stream().map(VoicedAnswer::id).sorted().toList();
    }

    /** Kind of the task; empty if none is known. */
    static String category(OutcomeRecord outcome) {
        return outcome.taskType().equals(ReputationSource.GENERAL) ? "" : outcome.taskType();
    }

    /** The truth of an outcome about its options; empty if it is partial. */
    static Optional<CaseTruth> truth(OutcomeRecord outcome, List<String> options) {
        OutcomeRecord.RightAnswer right = outcome.judgement().right();
        if (right != null) {
            int option = right.id() == null ? -1 : options.indexOf(right.id());
            return Optional.of(option < 0 ? new CaseTruth.Unnamed() : new CaseTruth.Right(option));
        }
        int leader = outcome.ballots().leader() == null ? -1 : options.indexOf(outcome.ballots().leader());
        return switch (outcome.judgement().verdict()) {
            case CORRECT -> Optional.of(new CaseTruth.Right(leader));
            case INCORRECT -> Optional.of(new CaseTruth.Wrong(leader));
            case PARTIAL -> Optional.empty();
        };
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
