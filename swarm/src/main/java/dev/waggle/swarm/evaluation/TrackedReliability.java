package dev.waggle.swarm.evaluation;

import java.util.Collection;

import dev.waggle.swarm.reliability.LearnedWeights;
import dev.waggle.swarm.reliability.ReliabilitySource;

/**
 * Weights that the outcomes of a tracker taught, for solves.
 *
 * @param panels weights for decisions of whole panels
 * @param firstAnswers weights for decisions in which agents were spared
 */
public record TrackedReliability(ReliabilityTracker panels, ReliabilityTracker firstAnswers)
        implements ReliabilitySource {

    @Override
    public LearnedWeights weightsOf(Collection<String> agents, String category) {
        return panels.weights(agents, category);
    }

    @Override
    public LearnedWeights weightsOfFirstAnswers(Collection<String> agents, String category) {
        return firstAnswers.weights(agents, category);
    }
}
