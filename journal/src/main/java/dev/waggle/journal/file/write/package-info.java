/**
 * Writing with group commit. Appends queue, one thread writes and syncs them together, and followers are notified. Full
 * segments are sealed, and segments beyond the retention are deleted.
 *
 * <p>Order of locks: the lead of the group commit, then the lock of the active segment.
 */
@NullMarked
package dev.waggle.journal.file.write;

import org.jspecify.annotations.NullMarked;
