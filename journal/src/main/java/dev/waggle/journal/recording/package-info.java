/**
 * Recordings: what was said in one run, kept under a name and tags, with marked positions. Each recording is a journal of
 * its own, written ahead signal by signal, so a crash keeps everything that was appended. What is said about a recording
 * (that it was opened, marked, finished) are facts in the same journal; they have no position among its signals.
 */
@NullMarked
package dev.waggle.journal.recording;

import org.jspecify.annotations.NullMarked;
