/**
 * Turns of agents and all other calls of foreign code: on own threads, with a timeout, and logged so that a replay can
 * reuse the results. Agents, their inboxes and the selection of a round live here.
 *
 * <p>Not here: the order of the phases, and decisions.
 */
@NullMarked
package dev.waggle.swarm.engine.turn;

import org.jspecify.annotations.NullMarked;
