/**
 * The transcript: the inputs and outputs of models, read back from the log. Here live the calls of a run, the state
 * of a recording at any position, the player, and the causal links. Nothing here writes; the code takes entries and
 * signals unchanged and computes.
 */
@NullMarked
package dev.waggle.signal.transcript;

import org.jspecify.annotations.NullMarked;
