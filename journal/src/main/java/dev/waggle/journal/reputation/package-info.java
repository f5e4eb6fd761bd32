/**
 * Outcomes of runs on disk: a log of one line each, and an index of its runs.
 *
 * <p>Not here: the meaning of an outcome, and the counts that are derived from outcomes.
 */
@NullMarked
package dev.waggle.journal.reputation;

import org.jspecify.annotations.NullMarked;
