package dev.waggle.swarm.memory;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.memory.SharedMemory.MemoryNote;
import org.jspecify.annotations.Nullable;

/**
 * Memory to store.
 *
 * @param content its text; not blank, at most {@value #MAX_CONTENT} letters (UTF-16)
 * @param category kind of memory, one word
 * @param importance importance by its author, 0..1
 * @param origin where it comes from
 * @param metadata further data
 */
public record NewMemory(String content, String category, double importance, MemoryOrigin origin,
        Map<String, JsonValue> metadata) {

    /** Importance of a memory whose author states none. */
    public static final double USUAL_IMPORTANCE = 0.5;

    /** Maximum length of a text. */
    public static final int MAX_CONTENT = 1_000_000;

    private static final String IMPORTANCE = "importance";

    public NewMemory {
        if (content.isBlank()) {
            throw new IllegalArgumentException("the content of a memory must not be blank");
        }
        if (content.length() > MAX_CONTENT) {
            throw new IllegalArgumentException("the content of a memory must have at most " + MAX_CONTENT
                    + " letters, got " + content.length() + "\nMaybe store a summary.");
        }
        if (category.isBlank()) {
            throw new IllegalArgumentException("the category of a memory must not be blank");
        }
        if (!(importance >= 0 && importance <= 1)) {
            throw new IllegalArgumentException("importance must be between 0 and 1, got " + importance);
        }
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }

    /** A memory of a note, with the importance that its metadata state. */
    static NewMemory of(MemoryNote note, @Nullable String tenant, Instant time) {
        double importance = note.metadata().get(IMPORTANCE) instanceof JsonValue.Num(var stated)
                && stated.doubleValue() >= 0 && stated.doubleValue() <= 1 ? stated.doubleValue() : USUAL_IMPORTANCE;
        return new NewMemory(note.content(), note.category(), importance,
                new MemoryOrigin(note.agentId(), tenant, note.runId(), note.signalId(), time), note.metadata());
    }
}
