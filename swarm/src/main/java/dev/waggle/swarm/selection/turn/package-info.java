/**
 * Attention: selection of agents and signals in a round. Here live the choice of agents ({@link
 * dev.waggle.swarm.selection.turn.AgentSelector}), the signals that every agent should read first ({@link
 * dev.waggle.swarm.selection.turn.GlobalWorkspace}), the expectations of agents ({@link
 * dev.waggle.swarm.selection.turn.PredictionEngine}) and their contributions so far ({@link
 * dev.waggle.swarm.selection.turn.ContributionTracker}).
 *
 * <p>Nothing here lets an agent hear what it does not listen to: it orders and chooses among what reached it. Only
 * computes; the caller acts.
 */
@NullMarked
package dev.waggle.swarm.selection.turn;

import org.jspecify.annotations.NullMarked;
