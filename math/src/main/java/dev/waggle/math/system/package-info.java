/**
 * System dynamics of a swarm, as stocks, flows and feedback. Here live the
 * {@link dev.waggle.math.system.ProposalEnergy} of proposals, the {@link dev.waggle.math.system.SystemArchetype} that
 * a history matches, and the {@link dev.waggle.math.system.LeveragePoint} of an intervention.
 *
 * <p>These are rules and tables with names from system dynamics, not estimates. Stability and chaos of measured
 * series live in {@code dynamics}, effects of interventions in {@code inference}.
 */
@NullMarked
package dev.waggle.math.system;

import org.jspecify.annotations.NullMarked;
