package dev.waggle.signal.checkpoint;

import java.time.Instant;

import dev.waggle.signal.JsonValue;

/**
 * A saved state.
 *
 * @param id its name, see {@link CheckpointStore#requireId}
 * @param savedAt when it was saved
 * @param state what was saved
 */
public record Checkpoint(String id, Instant savedAt, JsonValue state) {

    public Checkpoint {
        CheckpointStore.requireId(id);
    }
}
