/**
 * Swarms out of parts: who of many candidates fits a task, and a swarm that takes part in another one as an agent. Not
 * here: how a solve runs, and ready-made teams.
 */
@NullMarked
package dev.waggle.swarm.compose;

import org.jspecify.annotations.NullMarked;
