package dev.waggle.swarm.memory;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.json.JsonValue;

/**
 * Memory in a pool.
 *
 * @param id its id in the pool, {@code mem-} and a number that grows
 * @param content its text
 * @param category kind of memory, one word
 * @param agentId the agent that shared it first
 * @param importance importance by its author, 0..1
 * @param strength strength, which fades without reinforcement, 0..1
 * @param reinforcedBy ids of the agents that agreed with it
 * @param metadata further data of the first note
 */
public record PooledMemory(String id, String content, String category, String agentId, double importance,
        double strength, Set<String> reinforcedBy, Map<String, JsonValue> metadata) {

    public PooledMemory {
        reinforcedBy = Collections.unmodifiableSet(new LinkedHashSet<>(reinforcedBy));
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }

    /** Weight of the memory apart from a query, 0..1. */
    double weight() {
        return importance * strength;
    }

    PooledMemory withStrength(double newStrength) {
        return new PooledMemory(id, content, category, agentId, importance, newStrength, reinforcedBy, metadata);
    }

    PooledMemory reinforced(String agent, double newStrength) {
        Set<String> agents = new LinkedHashSet<>(reinforcedBy);
        agents.add(agent);
        return new PooledMemory(id, content, category, agentId, importance, newStrength, agents, metadata);
    }
}
