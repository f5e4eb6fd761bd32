package dev.waggle.review.whatif;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;

import dev.waggle.swarm.consensus.VoteRecord;

/**
 * Search for the factor of each agent's votes that flips a decision. Some lighter and some heavier factors are tried, away
 * from 1. Between the first that flips and the one before it, the boundary is bisected.
 */
final class WeightFlipSearch {

    private static final double[] LIGHTER = {0.75, 0.5, 0.25, 0.01};
    private static final double[] HEAVIER = {1.5, 3, VoteScenario.MAX_FACTOR};

    /** Width at which the bisection ends: below the shown digits. */
    private static final double NEAR = 1e-4;

    /** Decimals of a factor that are tried before the one of the bisection. */
    private static final double HUNDRED = 100;

    /** Maximum number of votes examined in all trials: some tenths of a second. */
    private static final long MAX_LOOKS = 600_000;

    private final VoteRecount recount;
    private final List<ScenarioFlip> flips = new ArrayList<>();
    private long looksLeft = MAX_LOOKS;
    private int skippedAgents;

    WeightFlipSearch(VoteRecount recount) {
        this.recount = recount;
        for (String agent : heaviestFirst()) {
            if (looksLeft < 0) {
                skippedAgents++;
                continue;
            }
            nearest(agent, LIGHTER).ifPresent(flips::add);
            nearest(agent, HEAVIER).ifPresent(flips::add);
        }
    }

    /** Flips that were found: at most one lighter and one heavier factor of each agent. */
    List<ScenarioFlip> flips() {
        return flips;
    }

    /** Agents that were not tried, those with the lightest votes. */
    int skippedAgents() {
        return skippedAgents;
    }

    private List<String> heaviestFirst() {
        Map<String, Double> weights = new LinkedHashMap<>();
        for (VoteRecord vote : recount.counted()) {
            weights.merge(vote.agentId(), vote.vote().weight(), Double::sum);
        }
        return weights.entrySet().stream()
                .sorted(Comparator.comparingDouble((Map.Entry<String, Double> agent) -> -agent.getValue()))
                .map(Map.Entry::getKey).toList();
    }

    private Optional<ScenarioFlip> nearest(String agent, double[] factors) {
        double kept = 1;
        for (double factor : factors) {
            if (flip(agent, factor).isPresent()) {
                return Optional.of(bisected(agent, kept, factor));
            }
            kept = factor;
        }
        return Optional.empty();
    }

    private ScenarioFlip bisected(String agent, double from, double to) {
        double kept = from;
        double flipped = to;
        while (Math.abs(flipped - kept) > NEAR) {
            double middle = (kept + flipped) / 2;
            if (flip(agent, middle).isPresent()) {
                flipped = middle;
            } else {
                kept = middle;
            }
        }
        double rounded = (flipped < 1 ? Math.floor(flipped * HUNDRED) : Math.ceil(flipped * HUNDRED)) / HUNDRED;
        return DoubleStream.of(rounded, flipped).filter(factor -> factor > 0 && factor <= VoteScenario.MAX_FACTOR)
                .boxed().flatMap(factor -> flip(agent, factor).stream()).findFirst().orElseThrow();
    }

    private Optional<ScenarioFlip> flip(String agent, double factor) {
        looksLeft -= recount.size();
        return ScenarioFlip.find(recount, FlipKind.AGENT_WEIGHT, 1, ScenarioFlip.relativeDistance(factor, 1),
                VoteScenario.UNCHANGED.weighing(Map.of(agent, factor)));
    }
}
