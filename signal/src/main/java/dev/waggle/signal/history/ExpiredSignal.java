package dev.waggle.signal.history;

import dev.waggle.signal.Signal;

/**
 * A signal that left history because it was over.
 *
 * @param signal what left
 * @param position its place in the order of publishing; not its sequence number
 */
public record ExpiredSignal(Signal signal, long position) {}
