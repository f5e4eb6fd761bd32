/**
 * Attention: selection of agents and signals. Here live the choice of agents for a round
 * ({@link dev.waggle.swarm.selection.AgentSelector}), the signals that every agent should read first
 * ({@link dev.waggle.swarm.selection.GlobalWorkspace}), the expectations of agents
 * ({@link dev.waggle.swarm.selection.PredictionEngine}), their contributions so far
 * ({@link dev.waggle.swarm.selection.ContributionTracker}) and the calibration of their confidence
 * ({@link dev.waggle.swarm.selection.CalibrationTracker}).
 *
 * <p>Nothing here lets an agent hear what it does not listen to: it orders and chooses among what reached it. Only
 * computes; the caller acts.
 */
@NullMarked
package dev.waggle.swarm.selection;

import org.jspecify.annotations.NullMarked;
