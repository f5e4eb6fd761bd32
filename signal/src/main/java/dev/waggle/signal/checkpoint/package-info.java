/**
 * Checkpoints: the latest state of resumable work, under an id. The port is {@link
 * dev.waggle.signal.checkpoint.CheckpointStore}; the store in memory lives here, the durable one beside the journal.
 * The meaning of a state is known to its owner.
 */
@NullMarked
package dev.waggle.signal.checkpoint;

import org.jspecify.annotations.NullMarked;
