package dev.waggle.signal.bus;

import dev.waggle.signal.Signal;

/**
 * What left history to make room.
 *
 * @param signal what left
 * @param isOver whether it was over anyway
 */
record Departure(Signal signal, boolean isOver) {}
