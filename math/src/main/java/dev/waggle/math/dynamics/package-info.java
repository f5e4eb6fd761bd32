/**
 * Dynamics of a group from round to round: opinions, particle swarms, and order parameters with their fluctuations
 * and tails.
 *
 * <p>A kernel here takes a series, or a state and new data. Markov chains are in {@code chain}, and the behaviour of
 * one quantity (roots, damping, Lyapunov, periods) in {@code stability}. Stopping rules are in {@code stopping}.
 * Games, inference and networks have packages of their own.
 */
@NullMarked
package dev.waggle.math.dynamics;

import org.jspecify.annotations.NullMarked;
