/**
 * Rules of evolution: detection of gaps, vacancies for lasting gaps, evaluation of the added agents, and their
 * removal.
 *
 * <p>Their result is an {@link dev.waggle.swarm.evolution.control.EvolutionStep}; the loop creates, adds and removes
 * agents. Only computes; no clock, no chance, no model.
 */
@NullMarked
package dev.waggle.swarm.evolution.control;

import org.jspecify.annotations.NullMarked;
