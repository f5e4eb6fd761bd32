/**
 * Recordings of the signals of one run, stored under a name and tags, with marked positions. Each recording is a
 * journal of its own, written signal by signal, so a crash loses nothing that was appended. The recorder's facts
 * (opened, marked, finished) are in the same journal; they have no position among its signals.
 */
@NullMarked
package dev.waggle.journal.recording;

import org.jspecify.annotations.NullMarked;
