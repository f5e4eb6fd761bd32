package dev.waggle.review.whatif;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.review.whatif.VoteScenario.ChangedVote;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.VoteRecord;

/**
 * Changes that would have flipped a decision, the smallest first: by the number of things that change, then by how far
 * they move ({@link ScenarioFlip}). Each is a scenario, and the scenario has been decided.
 *
 * <p>Votes are searched for as in {@link WhatIfAnalysis}, so the list has the smallest sets of votes only. A weight is
 * searched for on a grid of factors and then bisected, so a nearer one between two of them may be missed.
 *
 * @param flips the changes
 * @param omittedSets sets of votes of the smallest size that were found and are not in the list
 * @param skippedAgents agents of which no weight was tried, and no absence beyond the first
 *        {@value WhatIfAnalysis#MAX_AGENTS}
 */
public record FlipList(List<ScenarioFlip> flips, int omittedSets, int skippedAgents) {

    /** Maximum number of listed sets of votes of either change. */
    static final int MAX_SETS = 100;

    /** Maximum number of votes in a listed set, so that a list stays readable and short. */
    static final int MAX_VOTES = 1_000;

    private static final double ABSENT_DISTANCE = 0.5;

    private static final Comparator<ScenarioFlip> SMALLEST_FIRST = Comparator.comparingInt(ScenarioFlip::size)
            .thenComparingDouble(ScenarioFlip::distance).thenComparing(ScenarioFlip::kind);

    public FlipList {
        flips = List.copyOf(flips);
    }

    /** Searches for all of them. */
    public static FlipList of(VoteRecount recount) {
        List<ScenarioFlip> flips = new ArrayList<>();
        int omitted = addVotes(recount, VoteChange.ABSENT, FlipKind.VOTES_ABSENT, flips)
                + addVotes(recount, VoteChange.REVERSED, FlipKind.VOTES_REVERSED, flips);
        addAgents(recount, flips);
        WeightFlipSearch weights = new WeightFlipSearch(recount);
        flips.addAll(weights.flips());
        flips.addAll(RuleFlips.of(recount));
        flips.addAll(strategies(recount));
        return new FlipList(flips.stream().sorted(SMALLEST_FIRST).toList(), omitted, weights.skippedAgents());
    }

    private static int addVotes(VoteRecount recount, VoteChange change, FlipKind kind, List<ScenarioFlip> flips) {
        if (!(FlipSearch.smallestOfMany(recount, change, MAX_SETS) instanceof DecisionFlip.Found found)
                || found.size() > MAX_VOTES) {
            return 0;
        }
        for (DecisionFlip.VoteSet set : found.sets()) {
            List<ChangedVote> changes = set.votes().stream().map(vote -> change(vote, change)).toList();
            flips.add(new ScenarioFlip(kind, changes.size(), change == VoteChange.ABSENT ? ABSENT_DISTANCE : 1,
                    VoteScenario.UNCHANGED.changing(changes), set.outcome()));
        }
        return found.count() - found.sets().size();
    }

    private static ChangedVote change(VoteRecord vote, VoteChange change) {
        Stance stance = change.of(vote).map(changed -> changed.vote().stance()).orElse(null);
        return new ChangedVote(vote.agentId(), vote.proposalId(), stance);
    }

    /** An agent with one vote is absent when its vote is, which is in the list of votes. */
    private static void addAgents(VoteRecount recount, List<ScenarioFlip> flips) {
        Map<String, Long> votes = recount.counted().stream()
                .collect(Collectors.groupingBy(VoteRecord::agentId, Collectors.counting()));
        recount.counted().stream().map(VoteRecord::agentId).distinct().limit(WhatIfAnalysis.MAX_AGENTS)
                .filter(agent -> votes.getOrDefault(agent, 0L) > 1)
                .forEach(agent -> ScenarioFlip.find(recount, FlipKind.AGENT_ABSENT, 1, 1,
                        VoteScenario.UNCHANGED.leavingOut(Set.of(agent))).ifPresent(flips::add));
    }

    private static List<ScenarioFlip> strategies(VoteRecount recount) {
        return VoteScenario.strategies(recount).stream().skip(1)
                .flatMap(id -> ScenarioFlip
                        .find(recount, FlipKind.STRATEGY, 1, 1, VoteScenario.UNCHANGED.withStrategy(id)).stream())
                .toList();
    }
}
