package dev.waggle.signal.checkpoint;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A line of the list of checkpoints.
 *
 * @param id its name
 * @param savedAt when it was saved; {@code null} where damage hides it. Damage elsewhere shows when it is loaded
 * @param bytes how much room it takes
 */
public record CheckpointListing(String id, @Nullable Instant savedAt, long bytes) {}
