package dev.waggle.review.whatif;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.waggle.review.whatif.VoteScenario.ChangedVote;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.VoteRecord;

/** Scenarios of each class for the votes of a run. Counting them costs nothing, so a class is listed only if it fits. */
final class ScenarioSource {

    /** Factors of each agent, beside 1. */
    private static final List<Double> FACTORS = List.of(0.5, 2.0);

    /** Maximum number of quorums, from 1. */
    private static final int MAX_QUORUMS = 20;

    private final List<String> agents;
    private final List<ChangedVote> votes = new ArrayList<>();
    private final int quorums;

    ScenarioSource(VoteRecount recount) {
        Map<String, Double> weights = new LinkedHashMap<>();
        recount.counted().forEach(vote -> weights.merge(vote.agentId(), vote.vote().weight(), Double::sum));
        agents = weights.keySet().stream()
                .sorted(Comparator.comparingDouble((String agent) -> -weights.getOrDefault(agent, 0.0))).toList();
        quorums = Math.min(agents.size() + 1, MAX_QUORUMS);
        recount.counted().stream().sorted(Comparator.comparingDouble((VoteRecord vote) -> -vote.vote().weight()))
                .forEach(this::add);
    }

    private void add(VoteRecord vote) {
        for (VoteChange change : VoteChange.values()) {
            if (change.fits(vote)) {
                Stance stance = change.of(vote).map(changed -> changed.vote().stance()).orElse(null);
                votes.add(new ChangedVote(vote.agentId(), vote.proposalId(), stance));
            }
        }
    }

    /** Number of scenarios of a class, or a bit more where some of them contradict themselves. */
    long count(ScenarioClass of) {
        long agentCount = agents.size();
        long voteCount = votes.size();
        return switch (of) {
            case NOTHING -> 1;
            case AGENT -> agentCount;
            case VOTE -> voteCount;
            case QUORUM -> quorums;
            case WEIGHT -> agentCount * FACTORS.size();
            case TWO_AGENTS -> agentCount * (agentCount - 1) / 2;
            case TWO_VOTES -> voteCount * (voteCount - 1) / 2;
            case AGENT_AND_VOTE -> agentCount * voteCount;
        };
    }

    /** The scenarios of a class, those of the heaviest votes first. */
    Stream<VoteScenario> of(ScenarioClass of) {
        return switch (of) {
            case NOTHING -> Stream.of(VoteScenario.UNCHANGED);
            case AGENT -> agents.stream().map(agent -> VoteScenario.UNCHANGED.leavingOut(Set.of(agent)));
            case VOTE -> votes.stream().map(vote -> VoteScenario.UNCHANGED.changing(List.of(vote)));
            case QUORUM -> IntStream.rangeClosed(1, quorums).mapToObj(VoteScenario.UNCHANGED::withMinVoters);
            case WEIGHT -> agents.stream().flatMap(agent -> FACTORS.stream()
                    .map(factor -> VoteScenario.UNCHANGED.weighing(Map.of(agent, factor))));
            case TWO_AGENTS -> pairs(agents).map(pair -> VoteScenario.UNCHANGED.leavingOut(Set.copyOf(pair)));
            case TWO_VOTES -> pairs(votes).filter(ScenarioSource::isOfTwoVotes).map(VoteScenario.UNCHANGED::changing);
            case AGENT_AND_VOTE -> agents.stream().flatMap(agent -> votes.stream()
                    .filter(vote -> !vote.agent().equals(agent))
                    .map(vote -> VoteScenario.UNCHANGED.leavingOut(Set.of(agent)).changing(List.of(vote))));
        };
    }

    private static boolean isOfTwoVotes(List<ChangedVote> pair) {
        return !pair.getFirst().agent().equals(pair.getLast().agent())
                || !pair.getFirst().proposal().equals(pair.getLast().proposal());
    }

    private static <T> Stream<List<T>> pairs(List<T> items) {
        return IntStream.range(0, items.size()).boxed().flatMap(first -> items.subList(first + 1, items.size()).stream()
                .map(second -> List.of(items.get(first), second)));
    }
}
