/**
 * The entry points of a swarm: its configuration, a task, and the result of a solve, at once or as a stream.
 *
 * <p>The package has levels. A task and the configuration are values that lower packages use; a swarm starts the
 * engine and is above it. Not here: the events of a solve, the rounds of a solve, and ready-made teams.
 */
@NullMarked
package dev.waggle.swarm;

import org.jspecify.annotations.NullMarked;
