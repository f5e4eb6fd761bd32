/**
 * The transcript: what models were asked and said, read back from the log. Here live the calls of a run, the state that
 * a recording was in at any place and the player that walks through it, and what caused what. Nothing here writes; it
 * takes entries and signals as they are and computes.
 */
@NullMarked
package dev.waggle.signal.transcript;

import org.jspecify.annotations.NullMarked;
