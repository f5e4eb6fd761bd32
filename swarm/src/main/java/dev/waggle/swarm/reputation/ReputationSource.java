package dev.waggle.swarm.reputation;

import dev.waggle.swarm.Task;

/**
 * Source of the reputation of agents: a port, because reputation is learnt over many solves. An exception is reported,
 * and the solve continues without it. The same holds when it takes longer than 10 seconds, or half of the time that
 * the solve has left.
 */
@FunctionalInterface
public interface ReputationSource {

    /** Task type for tasks without a named type. */
    String GENERAL = Task.GENERAL;

    /** Source behind {@link #unknown}. */
    ReputationSource NONE = (_, _) -> 1;

    /**
     * Factor of a vote of that agent on a task of that type, 0..1.
     *
     * @param taskType for example {@value #GENERAL}
     */
    double weightOf(String agentId, String taskType);

    /** Source that knows nothing: every vote counts as it is. */
    static ReputationSource unknown() {
        return NONE;
    }
}
