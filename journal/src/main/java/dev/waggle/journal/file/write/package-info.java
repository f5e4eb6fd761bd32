/**
 * Writing with group commit: appends queue, one thread writes and syncs them together, followers are notified, full segments
 * are sealed, and segments that need not be kept are deleted.
 *
 * <p>Order of locks: the lead of the group commit, then the lock of the active segment.
 */
@NullMarked
package dev.waggle.journal.file.write;

import org.jspecify.annotations.NullMarked;
