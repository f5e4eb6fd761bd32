/**
 * The log: all published signals, in order, with the log's own data about each. The port is
 * {@link dev.waggle.signal.log.Journal}; the one that stores everything in memory lives here, those that survive a
 * restart elsewhere.
 */
@NullMarked
package dev.waggle.signal.log;

import org.jspecify.annotations.NullMarked;
