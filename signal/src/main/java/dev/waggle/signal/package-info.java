/**
 * The envelope: what one emitter says, once and for ever.
 *
 * <p>Here live the {@link dev.waggle.signal.Signal} and its parts, the payloads of the known types, and the
 * {@link dev.waggle.signal.Draft} that a caller offers. What happens to a signal afterwards (sequence, delivery,
 * conflict) lives in the rooms above: {@code log} and {@code bus}.
 */
@NullMarked
package dev.waggle.signal;

import org.jspecify.annotations.NullMarked;
