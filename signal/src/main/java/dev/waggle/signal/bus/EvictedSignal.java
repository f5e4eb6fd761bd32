package dev.waggle.signal.bus;

import dev.waggle.signal.Signal;

/**
 * What left history to make room.
 *
 * @param signal what left
 * @param isExpired whether it was over anyway
 */
record EvictedSignal(Signal signal, boolean isExpired) {}
