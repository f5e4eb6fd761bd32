/**
 * Log of a run: the form of each fact that a solve writes, and the replay of an existing log.
 *
 * <p>Here live the type and the body of each fact with their readers. Here are also the transcript and the payments of
 * running work, and the journal, clock and ids of a replayed solve.
 *
 * <p>Not here: the moment at which a fact is written.
 */
@NullMarked
package dev.waggle.swarm.runlog;

import org.jspecify.annotations.NullMarked;
