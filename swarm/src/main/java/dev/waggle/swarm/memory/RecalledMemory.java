package dev.waggle.swarm.memory;

import java.util.Map;

import dev.waggle.signal.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Memory retrieved for a query.
 *
 * @param id its id in the store; not blank
 * @param content remembered text; not blank
 * @param category kind of memory, one word, if the store knows
 * @param relevance relevance to the query, 0..1
 * @param strength strength of the memory, which fades without reinforcement, 0..1
 * @param metadata metadata stored with it
 */
public record RecalledMemory(String id, String content, @Nullable String category, double relevance, double strength,
        Map<String, JsonValue> metadata) {

    public RecalledMemory {
        if (id.isBlank()) {
            throw new IllegalArgumentException("the id of a memory must not be blank");
        }
        if (content.isBlank()) {
            throw new IllegalArgumentException("the content of memory " + id + " must not be blank");
        }
        unit("relevance", relevance, id);
        unit("strength", strength, id);
        metadata = Map.copyOf(metadata);
    }

    /** Importance for the query, 0..1: its strength times its relevance. */
    public double importance() {
        return strength * relevance;
    }

    private static void unit(String what, double value, String id) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(
                    what + " of memory " + id + " must be between 0 and 1, got " + value);
        }
    }
}
