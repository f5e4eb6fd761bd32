package dev.waggle.swarm.memory;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Figures of a store of memories.
 *
 * @param total number of memories
 * @param byCategory number of memories of each category
 * @param averageStrength mean strength, 0..1; 0 without memories
 * @param nearEviction number of memories that are weaker than twice the least strength
 * @param totalReinforcements number of agreements of agents with memories
 */
public record MemoryStats(long total, SortedMap<String, Long> byCategory, double averageStrength, long nearEviction,
        long totalReinforcements) {

    /** Strength below which a memory is near its eviction, as a multiple of the least strength. */
    private static final double NEAR = 2;

    public MemoryStats {
        byCategory = Collections.unmodifiableSortedMap(new TreeMap<>(byCategory));
    }

    /** Figures of these memories, of which each leaves below that strength. */
    public static MemoryStats of(Iterable<StoredMemory> memories, double least) {
        long total = 0;
        long near = 0;
        long reinforcements = 0;
        double strength = 0;
        SortedMap<String, Long> byCategory = new TreeMap<>();
        for (StoredMemory memory : memories) {
            total++;
            byCategory.merge(memory.category(), 1L, Long::sum);
            strength += memory.strength();
            near += isNearEviction(memory.strength(), least) ? 1 : 0;
            reinforcements += memory.reinforcedBy().size();
        }
        return new MemoryStats(total, byCategory, total == 0 ? 0 : strength / total, near, reinforcements);
    }

    /** True if a memory of that strength is weaker than twice the least strength. */
    public static boolean isNearEviction(double strength, double least) {
        return strength < NEAR * least;
    }
}
