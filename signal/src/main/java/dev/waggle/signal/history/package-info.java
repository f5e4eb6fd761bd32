/** Values of the history of recent signals that users of the bus see: filters of queries, and holds. */
@NullMarked
package dev.waggle.signal.history;

import org.jspecify.annotations.NullMarked;
