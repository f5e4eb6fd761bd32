package dev.waggle.swarm.evolution;

import java.util.List;

/**
 * How a swarm grew and shrank in a solve.
 *
 * @param spawned who joined, in order
 * @param dissolved who left again, in order
 * @param activeEvolvedCount how many of those who joined were there at the end
 */
public record EvolutionReport(List<SpawnedAgent> spawned, List<DissolvedAgent> dissolved, int activeEvolvedCount) {

    private static final EvolutionReport NOTHING = new EvolutionReport(List.of(), List.of(), 0);

    public EvolutionReport {
        spawned = List.copyOf(spawned);
        dissolved = List.copyOf(dissolved);
    }

    /** Nobody came or went. */
    public static EvolutionReport nothing() {
        return NOTHING;
    }

    /**
     * Somebody joined.
     *
     * @param domain the gap that it was to fill
     * @param round at the end of which
     */
    public record SpawnedAgent(String agentId, String domain, int round, String reason) {}

    /**
     * Somebody left.
     *
     * @param round at the end of which
     */
    public record DissolvedAgent(String agentId, int round, String reason) {}
}
