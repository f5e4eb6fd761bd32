/**
 * A swarm as a system of stocks, flows and feedback: the {@link dev.waggle.math.system.ProposalEnergy} of proposals,
 * the {@link dev.waggle.math.system.ArchetypeDetector} that a history matches, and the
 * {@link dev.waggle.math.system.LeveragePoint} of an intervention.
 *
 * <p>These are rules and tables with names from system dynamics, not estimates: stability and chaos of measured series
 * live in {@code dynamics}, effects of interventions in {@code inference}.
 */
@NullMarked
package dev.waggle.math.system;

import org.jspecify.annotations.NullMarked;
