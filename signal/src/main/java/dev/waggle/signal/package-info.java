/**
 * The envelope: the immutable statement of one emitter.
 *
 * <p>Here live the {@link dev.waggle.signal.Signal} and its parts, the payloads of the known types, and the
 * {@link dev.waggle.signal.Draft} of a caller. The later processing of a signal (sequence, delivery, conflict) lives
 * in the packages {@code log} and {@code bus}.
 */
@NullMarked
package dev.waggle.signal;

import org.jspecify.annotations.NullMarked;
