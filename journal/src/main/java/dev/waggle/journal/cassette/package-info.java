/**
 * Recorded deliberations that can be played again: an export of a journal that holds only who took part, what was asked
 * and what the agents said. Everything that follows from that is computed anew by whoever plays it.
 */
@NullMarked
package dev.waggle.journal.cassette;

import org.jspecify.annotations.NullMarked;
