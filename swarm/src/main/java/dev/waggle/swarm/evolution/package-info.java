/**
 * How a swarm grows and shrinks: which gaps a round shows, who is asked to fill a gap that lasts, what that agent was
 * worth, and when it goes again.
 *
 * <p>Here live the rules and what they say ({@link dev.waggle.swarm.evolution.EvolutionStep}); the loop makes agents,
 * seats them and shows them out. Only computes; no clock, no chance, no model.
 */
@NullMarked
package dev.waggle.swarm.evolution;

import org.jspecify.annotations.NullMarked;
