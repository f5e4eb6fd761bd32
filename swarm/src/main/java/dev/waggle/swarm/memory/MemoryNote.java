package dev.waggle.swarm.memory;

import java.util.Map;

import dev.waggle.signal.JsonValue;

/**
 * Something to remember.
 *
 * @param content what; not blank
 * @param category what kind of thing it is, one word, for example {@code proposal}
 * @param agentId who said it
 * @param round the round in which it was said
 * @param signalId the signal that said it
 * @param metadata what else is known of it, for example the id of the proposal
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
