/**
 * The implementation of the connectivity port: thread registry, emit pipeline, fact writer, callback dispatcher, and
 * restoration from a log.
 *
 * <p>The rules of one thread belong to {@code connectivity.thread}.
 */
@NullMarked
package dev.waggle.signal.connectivity.layer;

import org.jspecify.annotations.NullMarked;
