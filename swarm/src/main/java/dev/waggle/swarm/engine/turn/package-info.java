/**
 * Turns of agents and all other calls of foreign code, on own threads and with a timeout. Calls are logged so that a
 * replay can reuse the results. Agents, their inboxes and the selection of a round live here.
 *
 * <p>Not here: the order of the phases, and decisions.
 */
@NullMarked
package dev.waggle.swarm.engine.turn;

import org.jspecify.annotations.NullMarked;
