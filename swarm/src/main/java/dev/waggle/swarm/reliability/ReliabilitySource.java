package dev.waggle.swarm.reliability;

import java.util.Collection;

/**
 * Source of the weights that outcomes of earlier decisions taught: a port, because they are learned over many solves.
 * A solve asks it once, before its first round. An exception is reported, and the solve continues untaught. The same holds
 * when it takes longer than 10 seconds, or half of the time that the solve has left.
 */
@FunctionalInterface
public interface ReliabilitySource {

    /** Source without outcomes: decisions are those of the strategy before any outcome. */
    ReliabilitySource NONE = (_, _) -> LearnedWeights.NONE;

    /**
     * Weights for these agents on a task of that category, as they are now. Called on a thread of its own.
     *
     * @param agents ids of agents; one without outcomes may be missing in the weights
     * @param category the kind of task, empty if none is known
     */
    LearnedWeights weightsOf(Collection<String> agents, String category);

    /**
     * Weights for decisions in which not all of these agents were asked. By default those of whole panels, which trust few
     * answers too much. Asked only by a solve with adaptive effort.
     */
    default LearnedWeights weightsOfFirstAnswers(Collection<String> agents, String category) {
        return weightsOf(agents, category);
    }
}
