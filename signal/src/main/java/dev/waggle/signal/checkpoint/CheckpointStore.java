package dev.waggle.signal.checkpoint;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.JsonValue;

/**
 * Keeps the latest state under each id. May be used by many threads, and a store on disk by many processes: of two saves
 * at once under one id one is the latest, whole.
 *
 * <p>Every method that takes an id throws {@link IllegalArgumentException} when it is none, see {@link Checkpoint#requireId}.
 */
public interface CheckpointStore {

    /**
     * Saves a state; what was saved under that id before is gone. When this returns, the state is kept as durably as the
     * store can.
     *
     * @throws IllegalArgumentException when this state cannot be held, for example because it is too large; then the one
     *         before stands
     * @throws UncheckedIOException when it could not be saved; then the one before stands or this one, whole, and saving
     *         again is harmless
     */
    Checkpoint save(String id, JsonValue state);

    /**
     * The latest state under that id; empty when there is none.
     *
     * @throws DamagedCheckpointException when it is not what was saved
     * @throws UncheckedIOException when it cannot be read
     */
    Optional<Checkpoint> load(String id);

    /**
     * All that is kept, by id, in the order of its characters.
     *
     * @throws UncheckedIOException when it cannot be read
     */
    List<CheckpointListing> list();

    /**
     * Takes the state away, damaged or not; whether there was one.
     *
     * @throws UncheckedIOException when that could not be done for certain; then it is there, whole, or gone
     */
    boolean delete(String id);
}
