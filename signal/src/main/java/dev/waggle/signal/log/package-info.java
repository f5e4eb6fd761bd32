/**
 * The log: every signal that was said, in order, with what the log knows about it. The port is {@link
 * dev.waggle.signal.log.Journal}; the one that keeps everything in memory lives here, those that survive a restart
 * elsewhere.
 */
@NullMarked
package dev.waggle.signal.log;

import org.jspecify.annotations.NullMarked;
