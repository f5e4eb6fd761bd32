package dev.waggle.swarm.memory;

import dev.waggle.swarm.memory.SharedMemory.RecalledMemory;

/**
 * Memory found by a search.
 *
 * @param memory the memory
 * @param relevance relevance to the query, 0..1
 */
public record FoundMemory(StoredMemory memory, double relevance) {

    /** Relevance times importance times strength, 0..1. */
    public double score() {
        return relevance * memory.weight();
    }

    /** The memory as a solve recalls it. */
    public RecalledMemory recalled() {
        return new RecalledMemory(memory.id(), memory.content(), memory.category(), relevance, memory.strength(),
                memory.origin(), memory.outcome(), memory.metadata());
    }
}
