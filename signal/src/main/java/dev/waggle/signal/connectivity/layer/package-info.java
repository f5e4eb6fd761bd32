/**
 * The implementation of the connectivity port: the registry of threads and their locks, the pipeline of an emit, the writer
 * of facts, the dispatcher of callbacks, and the restoration from a log.
 *
 * <p>The rules of one thread belong to {@code connectivity.thread}.
 */
@NullMarked
package dev.waggle.signal.connectivity.layer;

import org.jspecify.annotations.NullMarked;
