package dev.waggle.swarm.evaluation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.swarm.consensus.LearnedCase;
import dev.waggle.swarm.evaluation.OutcomeBallot.StatedAnswer;
import dev.waggle.swarm.reliability.CaseTruth;
import dev.waggle.swarm.reliability.LearnedWeights;
import dev.waggle.swarm.reliability.ReliabilityState;
import dev.waggle.swarm.reliability.TalliedVotes;
import dev.waggle.swarm.reliability.TalliedVotes.TalliedVote;

/**
 * Answers of some agents, as if no other had been asked. They are the strongest by what was learned so far. Their number
 * follows from the id of the run. A state that learns from them knows what few answers are worth. A state that only knows
 * whole panels trusts them too much, because in a whole panel the right answer is seldom missing.
 */
final class FirstAnswers {

    /** Odd and close to 2^64 over the golden ratio, so that ids that differ little give numbers that differ much. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private FirstAnswers() {}

    /** The case that an outcome teaches; that of all its votes if agents were spared anyway. */
    static Optional<OutcomeCase> of(OutcomeRecord outcome, ReliabilityState state) {
        TalliedVotes votes = OutcomeCase.votes(outcome);
        if (votes.isPartial()) {
            return OutcomeCase.of(outcome);
        }
        List<String> voters = votes.votes().stream().map(TalliedVote::agent).distinct().sorted().toList();
        LearnedWeights weights = state.weights(voters, OutcomeCase.category(outcome));
        List<String> order = voters.stream()
                .sorted(Comparator.comparingDouble(agent -> -weights.ofVote(agent, true))).toList();
        return order.isEmpty() ? Optional.empty()
                : of(outcome, votes, order.subList(0, 1 + place(outcome.run(), order.size())));
    }

    /** A number from 0 to below that limit. */
    private static int place(String run, int limit) {
        return (int) Long.remainderUnsigned((run.hashCode() * SPREAD) >>> Integer.SIZE, limit);
    }

    private static Optional<OutcomeCase> of(OutcomeRecord outcome, TalliedVotes all, List<String> agents) {
        Set<String> asked = Set.copyOf(agents);
        List<String> options = OutcomeCase.options(outcome);
        int[] firstOf = new int[options.size()];
        boolean[] isVoiced = new boolean[options.size()];
        for (OutcomeBallot ballot : outcome.ballots().ballots()) {
            StatedAnswer named = asked.contains(ballot.agentId()) ? ballot.first() : null;
            int option = named == null ? -1 : options.indexOf(named.answer());
            if (option >= 0) {
                firstOf[option]++;
                isVoiced[option] = true;
            }
        }
        List<TalliedVote> votes = all.votes().stream().filter(vote -> asked.contains(vote.agent())).toList();
        votes.forEach(vote -> isVoiced[vote.option()] = true);
        Map<Integer, Integer> places = new HashMap<>();
        List<Integer> first = new ArrayList<>();
        for (int option = 0; option < options.size(); option++) {
            if (isVoiced[option]) {
                places.put(option, places.size());
                first.add(firstOf[option]);
            }
        }
        TalliedVotes some = new TalliedVotes(all.panel(), all.dependence(), first, votes.stream()
                .map(vote -> new TalliedVote(vote.agent(), places.getOrDefault(vote.option(), 0), vote.part(),
                        vote.evidence(), vote.confidences()))
                .toList(), true);
        return OutcomeCase.truth(outcome, options).flatMap(whole -> truth(whole, places))
                .map(truth -> new OutcomeCase(LearnedCase.ofReaders(OutcomeCase.category(outcome), some), truth));
    }

    /** The truth about the options that remain; empty if nothing is known about them. */
    private static Optional<CaseTruth> truth(CaseTruth whole, Map<Integer, Integer> places) {
        return switch (whole) {
            case CaseTruth.Unnamed unnamed -> Optional.of(unnamed);
            case CaseTruth.Right(int option) -> {
                Integer place = places.get(option);
                yield Optional.of(place == null ? new CaseTruth.Unnamed() : new CaseTruth.Right(place));
            }
            case CaseTruth.Wrong(int option) -> Optional.ofNullable(places.get(option)).map(CaseTruth.Wrong::new);
        };
    }
}
