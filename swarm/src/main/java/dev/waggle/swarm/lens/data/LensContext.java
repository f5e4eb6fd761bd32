package dev.waggle.swarm.lens.data;

import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

import dev.waggle.swarm.consensus.VoteWeights;

/**
 * Fixed inputs of the lenses for one solve.
 *
 * @param agents the ids of the participants, in the order of the swarm; unique
 * @param maxRounds the last possible round, at least 1
 * @param thresholds the limits at which readings become findings
 * @param weights the weights of votes, the same as for the consensus
 * @param chance a seeded generator of that name; the same name gives the same numbers in the same run
 * @param posterior the rule by which ballots become the posterior of the group
 */
public record LensContext(List<String> agents, int maxRounds, LensThresholds thresholds, VoteWeights weights,
        Function<String, RandomGenerator> chance, PosteriorKind posterior) {

    public LensContext {
        agents = List.copyOf(agents);
        if (maxRounds < 1) {
            throw new IllegalArgumentException("maxRounds must be at least 1, got " + maxRounds);
        }
    }

    /** Context of a run of the current version. */
    public LensContext(List<String> agents, int maxRounds, LensThresholds thresholds, VoteWeights weights,
            Function<String, RandomGenerator> chance) {
        this(agents, maxRounds, thresholds, weights, chance, PosteriorKind.BY_VOTER);
    }

    /** Context with votes of the stated weight and equal agents. */
    public LensContext(List<String> agents, int maxRounds, LensThresholds thresholds,
            Function<String, RandomGenerator> chance) {
        this(agents, maxRounds, thresholds, VoteWeights.asStated(), chance);
    }

    /** Copy with another rule of the posterior. */
    public LensContext with(PosteriorKind newPosterior) {
        return new LensContext(agents, maxRounds, thresholds, weights, chance, newPosterior);
    }
}
