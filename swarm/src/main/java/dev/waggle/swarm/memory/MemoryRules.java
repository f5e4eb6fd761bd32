package dev.waggle.swarm.memory;

/**
 * Rules by which memories grow stronger and fade.
 *
 * <pre>
 *   decay      strength &lt;- strength (1 - rate / (1 + ln(1 + n)))     n agents have reinforced the memory
 *   reinforce  strength &lt;- min(1, strength + gain)                    once for each agent
 *   evict      strength &lt; least, or the weakest when the pool is full
 * </pre>
 *
 * @param rate the share of strength that a memory without support loses in one decay, above 0 and below 1
 * @param gain the strength that the agreement of an agent adds, 0..1
 * @param least the strength below which a memory is evicted, 0..1
 * @param capacity the maximum number of memories, at least 1
 */
public record MemoryRules(double rate, double gain, double least, int capacity) {

    /** Strength of a new memory. */
    public static final double NEW_STRENGTH = 1;

    public MemoryRules {
        if (!(rate > 0 && rate < 1)) {
            throw new IllegalArgumentException("rate must be above 0 and below 1, got " + rate);
        }
        requireUnit("gain", gain);
        requireUnit("least", least);
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1, got " + capacity);
        }
    }

    /** Rate 0.05, gain 0.2, eviction below 0.1, 1,000 memories. */
    public static MemoryRules defaults() {
        return new MemoryRules(0.05, 0.2, 0.1, 1_000);
    }

    public MemoryRules withCapacity(int most) {
        return new MemoryRules(rate, gain, least, most);
    }

    /** Strength after one decay of a memory that so many agents have reinforced. */
    public double decayed(double strength, int reinforcements) {
        return strength * (1 - rate / (1 + StrictMath.log(1.0 + reinforcements)));
    }

    /** Strength after the agreement of one more agent. */
    public double reinforced(double strength) {
        return Math.min(1, strength + gain);
    }

    private static void requireUnit(String name, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " must be between 0 and 1, got " + value);
        }
    }
}
