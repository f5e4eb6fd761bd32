package dev.waggle.signal.history;

import dev.waggle.signal.Signal;

/**
 * A signal that left history because it was over.
 *
 * @param signal what left
 * @param place its place in the order of publishing; not its sequence number
 */
public record Leaver(Signal signal, long place) {}
