/**
 * Attention: selection of agents and signals. {@link AgentSelector} chooses the agents for a round, {@link
 * GlobalWorkspace} the signals that every agent should read first. {@link PredictionEngine} holds the expectations of
 * agents, {@link ContributionTracker} their contributions, and {@link CalibrationTracker} the calibration of their
 * confidence.
 *
 * <p>The package orders and chooses among the signals that reached an agent; it adds none. Only computes; the caller
 * acts.
 */
@NullMarked
package dev.waggle.swarm.selection;

import org.jspecify.annotations.NullMarked;
