/**
 * Evolution of a swarm: detection of gaps, vacancies for lasting gaps, evaluation of the added agents, and their
 * removal.
 *
 * <p>Here live the rules and their result ({@link dev.waggle.swarm.evolution.EvolutionStep}); the loop creates, adds
 * and removes agents. Only computes; no clock, no chance, no model.
 */
@NullMarked
package dev.waggle.swarm.evolution;

import org.jspecify.annotations.NullMarked;
