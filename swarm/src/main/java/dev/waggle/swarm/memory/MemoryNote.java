package dev.waggle.swarm.memory;

import java.util.Map;

import dev.waggle.signal.JsonValue;

/**
 * Note to store in a memory.
 *
 * @param content its text; not blank
 * @param category kind of note, one word, for example {@code proposal}
 * @param agentId author
 * @param round round of its signal
 * @param signalId id of its signal
 * @param metadata further data, for example the id of the proposal
 */
public record MemoryNote(String content, String category, String agentId, int round, String signalId,
        Map<String, JsonValue> metadata) {

    public MemoryNote {
        if (content.isBlank()) {
            throw new IllegalArgumentException("the content of a note about signal " + signalId
                    + " must not be blank");
        }
        metadata = Map.copyOf(metadata);
    }
}
