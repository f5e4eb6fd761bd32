/**
 * The log: all published signals, in order, with the log's own data about each. The port is {@link
 * dev.waggle.signal.log.Journal}; the journal in memory lives here, durable ones live elsewhere.
 */
@NullMarked
package dev.waggle.signal.log;

import org.jspecify.annotations.NullMarked;
