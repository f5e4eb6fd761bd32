/**
 * Reputation: reliability scores of agents and their history of trust, counted from outcomes. Counts are added, scores
 * are read in constant time.
 *
 * <p>Not here: the source of an outcome, its meaning for an agent, and the log of outcomes.
 */
@NullMarked
package dev.waggle.swarm.reputation;

import org.jspecify.annotations.NullMarked;
