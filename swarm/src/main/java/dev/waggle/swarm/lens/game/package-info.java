/**
 * Lenses on kernels of {@code dev.waggle.math.game}: challengers, values of agents, and rewards of kinds of
 * contribution. Only computes; chance is an argument.
 */
@NullMarked
package dev.waggle.swarm.lens.game;

import org.jspecify.annotations.NullMarked;
