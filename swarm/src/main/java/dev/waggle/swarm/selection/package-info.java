/**
 * Who should think next, and about what: attention. Here live the choice of agents for a round
 * ({@link dev.waggle.swarm.selection.AgentSelector}), the signals that everybody should look at first
 * ({@link dev.waggle.swarm.selection.GlobalWorkspace}), what agents expect to hear
 * ({@link dev.waggle.swarm.selection.PredictionEngine}), what they brought so far
 * ({@link dev.waggle.swarm.selection.ContributionTracker}) and how far their confidence can be believed
 * ({@link dev.waggle.swarm.selection.CalibrationTracker}).
 *
 * <p>Nothing here lets an agent hear what it does not listen to: it orders and chooses among what reached it. Only
 * computes; whoever calls acts.
 */
@NullMarked
package dev.waggle.swarm.selection;

import org.jspecify.annotations.NullMarked;
