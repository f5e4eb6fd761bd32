package dev.waggle.swarm.evolution;

import java.util.List;

/**
 * Report on the growth and shrinkage of a swarm in a solve.
 *
 * @param spawned the agents that joined, in order
 * @param dissolved the agents that left again, in order
 * @param activeEvolvedCount the number of joined agents that were there at the end
 */
public record EvolutionReport(List<SpawnedAgent> spawned, List<DissolvedAgent> dissolved, int activeEvolvedCount) {

    private static final EvolutionReport NOTHING = new EvolutionReport(List.of(), List.of(), 0);

    public EvolutionReport {
        spawned = List.copyOf(spawned);
        dissolved = List.copyOf(dissolved);
    }

    /** Report without changes. */
    public static EvolutionReport nothing() {
        return NOTHING;
    }

    /**
     * An agent that joined.
     *
     * @param domain the gap that it was to fill
     * @param round the round at the end of which it joined
     */
    public record SpawnedAgent(String agentId, String domain, int round, String reason) {}

    /**
     * An agent that left.
     *
     * @param round the round at the end of which it left
     */
    public record DissolvedAgent(String agentId, int round, String reason) {}
}
