/** Ranges of positions in a log that the queue of an agent treats in another way than the positions around them. */
@NullMarked
package dev.waggle.journal.inbox.range;

import org.jspecify.annotations.NullMarked;
