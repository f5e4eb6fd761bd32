package dev.waggle.signal.history.store;

import dev.waggle.signal.Signal;

/**
 * A signal that left history because it expired.
 *
 * @param signal the removed signal
 * @param position its place in the order of publishing; not its sequence number
 */
public record ExpiredSignal(Signal signal, long position) {}
