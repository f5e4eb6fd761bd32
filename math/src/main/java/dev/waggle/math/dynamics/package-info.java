/**
 * How a quantity moves from round to round, and when to stop watching it: sequential tests and stopping rules, swarms
 * of particles, opinions, fluctuations, chains, stability, period and damping.
 *
 * <p>A kernel here takes a series, or a state and what is new. What a state is worth to somebody (games) and what an
 * observation says about a hypothesis (inference) live in the rooms beside, and so does everything about who is linked
 * to whom.
 */
@NullMarked
package dev.waggle.math.dynamics;

import org.jspecify.annotations.NullMarked;
