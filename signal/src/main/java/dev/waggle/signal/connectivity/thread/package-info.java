/**
 * The state of one coordination thread: a state machine without input, output or callbacks. Validated emits and other
 * facts change it, live or replayed from a log. Buckets, indexes and counters answer queries at the cost of their
 * results.
 *
 * <p>Locking several threads, writing facts and calling callbacks belong to {@code connectivity.layer}.
 */
@NullMarked
package dev.waggle.signal.connectivity.thread;

import org.jspecify.annotations.NullMarked;
