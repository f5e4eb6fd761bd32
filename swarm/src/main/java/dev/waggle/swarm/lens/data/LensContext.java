package dev.waggle.swarm.lens.data;

import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

import dev.waggle.swarm.consensus.VoteWeights;

/**
 * What is fixed for a solve before its first round.
 *
 * @param agents the ids of who takes part, in the order of the swarm; unique
 * @param maxRounds the last round that may be, at least 1
 * @param thresholds when readings become findings
 * @param weights how heavily votes count, the same as for the consensus
 * @param chance a seeded generator of that name; the same name gives the same numbers in the same run
 */
public record LensContext(List<String> agents, int maxRounds, LensThresholds thresholds, VoteWeights weights,
        Function<String, RandomGenerator> chance) {

    public LensContext {
        agents = List.copyOf(agents);
        if (maxRounds < 1) {
            throw new IllegalArgumentException("maxRounds must be at least 1, got " + maxRounds);
        }
    }

    /** Votes as heavy as they say, all agents alike. */
    public LensContext(List<String> agents, int maxRounds, LensThresholds thresholds,
            Function<String, RandomGenerator> chance) {
        this(agents, maxRounds, thresholds, VoteWeights.asStated(), chance);
    }
}
