/**
 * What was said lately: a bounded history with indexes, so that a question costs what its answer holds, and snapshots
 * that stay as they were while others publish. What is said and to whom is decided elsewhere.
 */
@NullMarked
package dev.waggle.signal.history;

import org.jspecify.annotations.NullMarked;
