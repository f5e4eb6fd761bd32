/** Random swarms that follow from a seed, and the invariants that hold after each of their solves. */
@NullMarked
package dev.waggle.swarm.random;

import org.jspecify.annotations.NullMarked;
