package dev.waggle.review;

import java.util.Optional;

import dev.waggle.swarm.reliability.LearnedWeights;

/**
 * Weights that the strategy {@code learned} used in a run, according to its log. Empty for another strategy, or when they
 * cannot be read.
 *
 * @param panels those for votes of the whole panel
 * @param firstAnswers those for votes of a part of it; empty if agents were not spared
 */
public record RunWeights(Optional<LearnedWeights> panels, Optional<LearnedWeights> firstAnswers) {

    /** No weights. */
    public static final RunWeights NONE = new RunWeights(Optional.empty(), Optional.empty());
}
