package dev.waggle.swarm.memory;

import java.util.Map;

import dev.waggle.signal.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Something remembered, as it came to mind for a question.
 *
 * @param id what the store calls it; not blank
 * @param content what is remembered; not blank
 * @param category what kind of thing it is, one word, if the store knows
 * @param relevance how much it has to do with the question, 0..1
 * @param strength how well it is kept: what nobody needs fades, 0..1
 * @param metadata what was stored with it
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

    /** How much it matters here, 0..1: its strength times its relevance. */
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
