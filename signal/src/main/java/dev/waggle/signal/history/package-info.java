/**
 * Bounded history of recent signals. Its indexes make the cost of a query proportional to its result, and its
 * snapshots stay unchanged while others publish. Publication and routing are decided elsewhere.
 */
@NullMarked
package dev.waggle.signal.history;

import org.jspecify.annotations.NullMarked;
