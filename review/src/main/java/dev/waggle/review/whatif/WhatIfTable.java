package dev.waggle.review.whatif;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.review.whatif.WhatIfAnalysis.Boundary;

/**
 * Outcomes of scenarios, computed beforehand for a reader that cannot ask: each of some changes of the votes, by each
 * strategy, for every threshold. A built-in strategy asks its threshold last, so that the outcome is a step function of it
 * with one step at the exact agreement.
 *
 * <p>Changes come in classes, the most asked-for first. Of a class of single changes those with the heaviest votes have
 * room, in at most half of the room that is left. A class of pairs has room as a whole or is omitted. The numbers of
 * omitted changes are stated.
 *
 * @param strategies the ids of the strategies, in the order of each row
 * @param rows changes with their outcomes
 * @param omitted number of omitted changes of each class that is not whole
 */
public record WhatIfTable(List<String> strategies, List<Row> rows, Map<ScenarioClass, Integer> omitted) {

    /** Maximum number of outcomes: some 60 bytes of JSON each. */
    static final int MAX_OUTCOMES = 6_000;

    /** Maximum number of votes examined in all trials: some seconds. */
    static final long MAX_LOOKS = 4_000_000;

    public WhatIfTable {
        strategies = List.copyOf(strategies);
        rows = List.copyOf(rows);
        omitted = Map.copyOf(omitted);
    }

    /**
     * Change of the votes, with an outcome by each strategy.
     *
     * @param scenario the change, without a strategy and a threshold
     * @param outcomes one for each strategy of the table
     */
    public record Row(VoteScenario scenario, List<Step> outcomes) {
        public Row {
            outcomes = List.copyOf(outcomes);
        }
    }

    /**
     * Outcome as a function of the threshold: thresholds up to the boundary decide on the leader.
     *
     * @param lowest the outcome at threshold 0
     * @param boundary the thresholds that decide
     */
    public record Step(VoteOutcome lowest, Boundary boundary) {

        /** Tolerance of thresholds for the rounding of sums, as in a decision. */
        private static final double ROUNDING = 1e-12;

        /** True if that threshold decides. */
        public boolean decides(double threshold) {
            return switch (boundary) {
                case Boundary.Always() -> true;
                case Boundary.Never() -> false;
                case Boundary.UpTo(double upTo) -> threshold <= upTo + ROUNDING;
            };
        }
    }

    /** Computes the table of a run. */
    public static WhatIfTable of(VoteRecount recount) {
        return of(recount, MAX_OUTCOMES, MAX_LOOKS);
    }

    static WhatIfTable of(VoteRecount recount, int maxOutcomes, long maxLooks) {
        List<String> strategies = VoteScenario.strategies(recount);
        long room = Math.min(maxOutcomes, maxLooks / recount.size()) / strategies.size();
        List<VoteScenario> changes = new ArrayList<>();
        Map<ScenarioClass, Integer> omitted = new LinkedHashMap<>();
        ScenarioSource source = new ScenarioSource(recount);
        for (ScenarioClass one : ScenarioClass.values()) {
            long count = source.count(one);
            long left = Math.max(1, room - changes.size());
            long taken = count <= left ? count : one.isOfPairs() ? 0 : Math.min(count, left / 2);
            changes.addAll(source.of(one).limit(taken).toList());
            if (taken < count) {
                omitted.put(one, (int) Math.min(count - taken, Integer.MAX_VALUE));
            }
        }
        List<Row> rows = changes.stream().map(change -> new Row(change,
                strategies.stream().map(strategy -> step(recount, change.withStrategy(strategy))).toList())).toList();
        return new WhatIfTable(strategies, rows, omitted);
    }

    private static Step step(VoteRecount recount, VoteScenario scenario) {
        VoteOutcome lowest = VoteOutcome.of(scenario.withThreshold(0).decide(recount));
        if (!lowest.decided()) {
            return new Step(lowest, new Boundary.Never());
        }
        return new Step(lowest, scenario.withThreshold(1).decide(recount).decided()
                ? new Boundary.Always()
                : new Boundary.UpTo(lowest.agreement()));
    }
}
