/** The durable log of memories. */
@NullMarked
package dev.waggle.journal.memory;

import org.jspecify.annotations.NullMarked;
