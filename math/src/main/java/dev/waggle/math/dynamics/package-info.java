/**
 * How a group moves as a whole from round to round: opinions that meet or part, particles that search, and order
 * parameters with their fluctuations and tails.
 *
 * <p>A kernel here takes a series, or a state and what is new. Markov chains are in {@code chain}, the behaviour of one
 * quantity (roots, damping, Lyapunov, periods) in {@code stability}, and rules for when to stop watching in
 * {@code stopping}. Games, inference and networks live in the rooms beside.
 */
@NullMarked
package dev.waggle.math.dynamics;

import org.jspecify.annotations.NullMarked;
