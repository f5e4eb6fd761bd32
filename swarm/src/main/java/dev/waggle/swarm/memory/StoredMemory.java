package dev.waggle.swarm.memory;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.json.JsonValue;

/**
 * Memory in a store.
 *
 * @param id its id in the store
 * @param content its text
 * @param category kind of memory, one word
 * @param importance importance by its author, 0..1
 * @param strength strength now, which fades without reinforcement and is halved by a wrong outcome, 0..1
 * @param origin where it comes from
 * @param reinforcedBy ids of the agents that agreed with it, the first one first
 * @param outcome outcome of the solve in which it was said
 * @param metadata further data of the first note
 */
public record StoredMemory(String id, String content, String category, double importance, double strength,
        MemoryOrigin origin, Set<String> reinforcedBy, MemoryOutcome outcome, Map<String, JsonValue> metadata) {

    public StoredMemory {
        reinforcedBy = Collections.unmodifiableSet(new LinkedHashSet<>(reinforcedBy));
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }

    /** Weight of the memory apart from a query, 0..1. */
    public double weight() {
        return importance * strength;
    }
}
