package dev.waggle.signal.transcript;

import dev.waggle.signal.Signal;

/**
 * A signal and its position among trees that are written row by row, each signal before its effects.
 *
 * @param signal the signal
 * @param depth the number of causes shown above it, 0 for the first signal of a tree
 * @param isLast whether no signal with the same cause follows; for the first of a tree whether no tree does
 */
public record TreeRow(Signal signal, int depth, boolean isLast) {}
