package dev.waggle.swarm.evaluation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
import org.jspecify.annotations.Nullable;

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
        List<String> order = new ArrayList<>(new HashSet<>(votes.votes().stream().map(TalliedVote::agent).toList()));
        LearnedWeights weights = state.weights(order, OutcomeCase.category(outcome));
        order.sort(Comparator.<String>comparingDouble(agent -> -weights.ofVote(agent, true))
                .thenComparing(Comparator.naturalOrder()));
        return order.isEmpty() ? Optional.empty()
                : of(outcome, votes, order.subList(0, 1 + place(outcome.run(), order.size())));
    }

    /** A number from 0 to below that limit. */
    private static int place(String run, int limit) {
        return (int) Long.remainderUnsigned((run.hashCode() * SPREAD) >>> Integer.SIZE, limit);
    }

    private static Optional<OutcomeCase> of(OutcomeRecord outcome, TalliedVotes all, List<String> agents) {
        Set<String> asked = new HashSet<>(agents);
        Map<String, @Nullable StatedAnswer> named = new LinkedHashMap<>();
        outcome.ballots().ballots().stream().filter(ballot -> asked.contains(ballot.agentId()))
                .forEach(ballot -> named.put(ballot.agentId(), ballot.first()));
        List<String> options = OutcomeCase.options(outcome);
        int[] firstOf = new int[options.size()];
        Map<Integer, Integer> places = new LinkedHashMap<>();
        boolean[] isVoiced = new boolean[options.size()];
        for (StatedAnswer first : named.values()) {
            int option = first == null ? -1 : options.indexOf(first.answer());
            if (option >= 0) {
                firstOf[option]++;
                isVoiced[option] = true;
            }
        }
        List<TalliedVote> votes = all.votes().stream().filter(vote -> asked.contains(vote.agent())).toList();
        votes.forEach(vote -> isVoiced[vote.option()] = true);
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
        return OutcomeCase.of(outcome).flatMap(whole -> truth(whole.truth(), places))
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
