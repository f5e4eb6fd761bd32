package dev.waggle.signal.checkpoint;

import java.time.Instant;

import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;

/**
 * A saved state.
 *
 * @param id its name, see {@link #requireId}
 * @param savedAt the time of saving
 * @param state the saved state
 */
public record Checkpoint(String id, Instant savedAt, JsonValue state) {

    /** Maximum number of characters of an id. */
    public static final int MAX_ID = 128;

    public Checkpoint {
        requireId(id);
    }

    /**
     * Returns a valid id. It has 1 to {@value #MAX_ID} characters: the letters a to z and A to Z, digits, {@code _},
     * {@code -} and {@code .}. It has no dot at either end and no two consecutive dots, so that it means no place in
     * any file system or broker. Ids that differ in case are different.
     *
     * @throws IllegalArgumentException when the id is invalid
     */
    public static String requireId(String id) {
        if (id.length() > MAX_ID) {
            throw new IllegalArgumentException(
                    "a checkpoint id must have at most " + MAX_ID + " characters, got " + id.length());
        }
        if (!id.matches("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*+")) {
            throw new IllegalArgumentException("a checkpoint id must be made of letters, digits, _, - and single dots"
                    + " inside, got " + JsonLine.quoted(id) + "\nMaybe: solve-2026.03.01");
        }
        return id;
    }
}
