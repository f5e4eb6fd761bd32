package dev.waggle.signal.history.store;

import dev.waggle.signal.Signal;

/**
 * A signal that left history to make room.
 *
 * @param signal the removed signal
 * @param isExpired whether it had expired anyway
 */
public record EvictedSignal(Signal signal, boolean isExpired) {}
