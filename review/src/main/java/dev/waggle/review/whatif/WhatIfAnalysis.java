package dev.waggle.review.whatif;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.consensus.LearnedStrategy;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.consensus.VoteRecord;

/**
 * Changes that would have changed the decision; all are computed by asking the engine again.
 *
 * @param reversed the smallest set of votes to be reversed
 * @param absent the smallest set of votes to be absent
 * @param withoutAgent outcome without the votes of each voter, in the order of their first votes; the first
 *         {@value #MAX_AGENTS}
 * @param skippedVoters voters beyond those
 * @param threshold threshold at which the decision changes
 * @param strategies result of each built-in strategy for the same votes; {@code learned} only with the weights of the run
 * @param missing missing votes of undecided proposals; none when it is decided
 */
public record WhatIfAnalysis(DecisionFlip reversed, DecisionFlip absent, Map<String, VoteOutcome> withoutAgent,
        int skippedVoters, Boundary threshold,
        Map<String, ConsensusResult> strategies, List<MissingVotes> missing) {

    /** Maximum number of voters that are left out in turn. */
    static final int MAX_AGENTS = 200;

    /**
     * Computes all of it.
     *
     * @param fullWeight the weight of a vote that is as heavy as one may state
     */
    public static WhatIfAnalysis of(VoteRecount recount, double fullWeight) {
        List<String> voters = recount.counted().stream().map(VoteRecord::agentId).distinct().toList();
        Map<String, VoteOutcome> withoutAgent = new LinkedHashMap<>();
        voters.stream().limit(MAX_AGENTS).forEach(agent -> withoutAgent.put(agent, recount.without(agent)));
        Map<String, ConsensusResult> strategies = new LinkedHashMap<>();
        for (ConsensusStrategy strategy : StrategyCatalog.builtIn()) {
            if (recount.config().strategy() instanceof LearnedStrategy learned && strategy instanceof LearnedStrategy) {
                strategies.put(strategy.id(), recount.under(recount.config().withStrategy(learned)));
            } else if (!(strategy instanceof LearnedStrategy)) {
                strategies.put(strategy.id(), recount.under(recount.config().withStrategy(strategy)));
            }
        }
        return new WhatIfAnalysis(FlipSearch.smallest(recount, VoteChange.REVERSED),
                FlipSearch.smallest(recount, VoteChange.ABSENT),
                withoutAgent, Math.max(0, voters.size() - MAX_AGENTS), Boundary.of(recount), strategies,
                recount.outcome().decided() ? List.of() : MissingVotes.of(recount, fullWeight));
    }

    /** The agents without which the decision would have been another. */
    public List<String> pivotal(VoteOutcome outcome) {
        List<String> pivotal = new ArrayList<>();
        withoutAgent.forEach((agent, without) -> {
            if (!without.decidesLike(outcome)) {
                pivotal.add(agent);
            }
        });
        return pivotal;
    }

    /** Boundary of the threshold between a decision and none. */
    public sealed interface Boundary {

        /** Tolerance above rounding and below the shown digits. */
        double NEAR = 1e-9;

        /** Every threshold decides. */
        record Always() implements Boundary {}

        /** No threshold decides. */
        record Never() implements Boundary {}

        /**
         * Thresholds up to this one decide, higher ones do not.
         *
         * @param highest 0..1
         */
        record UpTo(double highest) implements Boundary {}

        /** Found by asking at both ends and, between them, on both sides of the agreement. */
        static Boundary of(VoteRecount recount) {
            if (!decides(recount, 0)) {
                return new Never();
            }
            if (decides(recount, 1)) {
                return new Always();
            }
            double agreement = recount.outcome().agreement();
            double above = Math.min(1, agreement + NEAR);
            return decides(recount, agreement) && !decides(recount, above)
                    ? new UpTo(agreement)
                    : new UpTo(bisectThreshold(recount));
        }

        private static boolean decides(VoteRecount recount, double threshold) {
            ConsensusConfig config = recount.config().withThreshold(threshold);
            return recount.under(config).decided();
        }

        private static double bisectThreshold(VoteRecount recount) {
            double does = 0;
            double not = 1;
            while (not - does > NEAR) {
                double middle = (does + not) / 2;
                if (decides(recount, middle)) {
                    does = middle;
                } else {
                    not = middle;
                }
            }
            return does;
        }

        /**
         * Distance by which the threshold could have been raised, or would have to be lowered; above 0 when it decided.
         */
        default Optional<Double> margin(double threshold) {
            return switch (this) {
                case UpTo(double highest) -> Optional.of(highest - threshold);
                case Always _, Never _ -> Optional.empty();
            };
        }
    }
}
