/** Sleep and work of agents that are woken by mail, and signals that tell of the changes between them. */
@NullMarked
package dev.waggle.journal.inbox.wake;

import org.jspecify.annotations.NullMarked;
