/**
 * Replayable recordings of deliberations. A cassette is an export of a journal that holds only the agents, the
 * question, their signals and the model calls behind them. A replay computes everything that follows from that.
 */
@NullMarked
package dev.waggle.journal.cassette;

import org.jspecify.annotations.NullMarked;
