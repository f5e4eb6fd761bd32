package dev.waggle.swarm.consensus;

/**
 * How far the word of an agent has been worth believing: a port, because it is learnt over many solves. What
 * it throws is reported, and the solve goes on without it; so it does when it takes longer than 10 seconds, or half of the
 * time that the solve has left.
 */
@FunctionalInterface
public interface ReputationSource {

    /** The kind of task that none was named for. */
    String GENERAL = "general";

    /** What {@link #unknown} says. */
    ReputationSource NONE = (_, _) -> 1;

    /**
     * What a vote of that agent is multiplied by on a task of that type, 0..1.
     *
     * @param taskType for example {@value #GENERAL}
     */
    double weightOf(String agentId, String taskType);

    /** Nothing is known: every vote counts as it is. */
    static ReputationSource unknown() {
        return NONE;
    }
}
