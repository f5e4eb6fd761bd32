package dev.waggle.signal.transcript;

import dev.waggle.signal.Signal;

/**
 * A signal and where it stands among trees that are written row by row, each signal before what it caused.
 *
 * @param signal the signal
 * @param depth how many causes above it are shown, 0 for the first signal of a tree
 * @param isLast whether no signal with the same cause follows; for the first of a tree whether no tree does
 */
public record TreeRow(Signal signal, int depth, boolean isLast) {}
