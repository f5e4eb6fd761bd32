/**
 * The log of a run: the form of each fact that a solve writes, and the way along a log that exists already.
 *
 * <p>Here live the type and the body of each fact with their readers, the transcript and the payments of a piece of work
 * under way, and the journal, clock and ids of a solve that is done again.
 *
 * <p>Not here: the moment at which something is written.
 */
@NullMarked
package dev.waggle.swarm.runlog;

import org.jspecify.annotations.NullMarked;
