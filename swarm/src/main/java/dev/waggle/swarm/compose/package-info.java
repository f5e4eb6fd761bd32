/**
 * Swarms out of parts: the selection of a team for a task, and a swarm that takes part in another one as an agent. Not
 * here: the execution of a solve, and ready-made teams.
 */
@NullMarked
package dev.waggle.swarm.compose;

import org.jspecify.annotations.NullMarked;
