/**
 * The entry points of a swarm: its configuration, a task, and the result of a solve, at once or as a stream.
 *
 * <p>The room has floors. A task and the configuration are values that lower rooms use; a swarm starts the engine and
 * stands above it. Not here: the events of a solve, the rounds of a solve, and ready-made teams.
 */
@NullMarked
package dev.waggle.swarm;

import org.jspecify.annotations.NullMarked;
