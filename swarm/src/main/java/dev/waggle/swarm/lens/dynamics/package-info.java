/**
 * Lenses on kernels of {@code dev.waggle.math.dynamics}: trends, damping, cycles, and stopping. Only computes; chance
 * is an argument.
 */
@NullMarked
package dev.waggle.swarm.lens.dynamics;

import org.jspecify.annotations.NullMarked;
