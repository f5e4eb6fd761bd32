/**
 * Attention: selection of agents and signals in a round. {@link AgentSelector} chooses the agents, {@link
 * GlobalWorkspace} the signals that every agent should read first. {@link PredictionEngine} holds the expectations of
 * agents, and {@link ContributionTracker} their contributions.
 *
 * <p>The package orders and chooses among the signals that reached an agent; it adds none. Only computes; the caller
 * acts.
 */
@NullMarked
package dev.waggle.swarm.selection.turn;

import org.jspecify.annotations.NullMarked;
