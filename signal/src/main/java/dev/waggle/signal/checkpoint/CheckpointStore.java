package dev.waggle.signal.checkpoint;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.json.JsonValue;

/**
 * Store of the latest state under each id. May be used by many threads, and a store on disk by many processes. Of two
 * concurrent saves under one id one is the latest, whole.
 *
 * <p>Every method that takes an id throws {@link IllegalArgumentException} when it is invalid, see
 * {@link Checkpoint#requireId}.
 */
public interface CheckpointStore {

    /**
     * Saves a state in place of the earlier one under that id. Returns when it is as durable as the store can make
     * it.
     *
     * @throws IllegalArgumentException when this state cannot be held, for example because it is too large; then the
     *     earlier one stands
     * @throws UncheckedIOException when it could not be saved; then the earlier one stands or this one, whole, and
     *     saving again is harmless
     */
    Checkpoint save(String id, JsonValue state);

    /**
     * Returns the latest state under that id; empty when there is none.
     *
     * @throws DamagedCheckpointException when it differs from the saved state
     * @throws UncheckedIOException when it cannot be read
     */
    Optional<Checkpoint> load(String id);

    /**
     * Lists all checkpoints, by id, in the order of its characters.
     *
     * @throws UncheckedIOException when it cannot be read
     */
    List<CheckpointListing> list();

    /**
     * Deletes the state, damaged or not; returns true if there was one.
     *
     * @throws UncheckedIOException when the deletion is not certain; then the state is present, whole, or deleted
     */
    boolean delete(String id);
}
