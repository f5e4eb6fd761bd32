package dev.waggle.signal.checkpoint;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * An entry of the list of checkpoints.
 *
 * @param id its name
 * @param savedAt the time of saving; {@code null} where damage hides it. Damage elsewhere shows when it is loaded
 * @param bytes its size
 */
public record CheckpointListing(String id, @Nullable Instant savedAt, long bytes) {}
