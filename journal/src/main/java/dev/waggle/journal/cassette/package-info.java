/**
 * Recorded deliberations that can be played again: an export of a journal that holds only who took part, what was
 * asked, what the agents said and which calls of models they made for it. Everything that follows from that is computed
 * anew by whoever plays it.
 */
@NullMarked
package dev.waggle.journal.cassette;

import org.jspecify.annotations.NullMarked;
