/**
 * Checkpoints: the latest state of something that goes on later, under an id. The port is {@link
 * dev.waggle.signal.checkpoint.CheckpointStore}; the store in memory lives here, the one that survives a restart beside
 * the journal. What a state means is known to whoever saves it.
 */
@NullMarked
package dev.waggle.signal.checkpoint;

import org.jspecify.annotations.NullMarked;
