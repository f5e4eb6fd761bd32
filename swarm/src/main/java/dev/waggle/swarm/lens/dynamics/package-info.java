/**
 * Lenses on kernels of {@code dev.waggle.math.dynamics}: where the deliberation is heading, whether it settles, swings or
 * goes round in a circle, and when enough was seen. Only computes; chance is an argument.
 */
@NullMarked
package dev.waggle.swarm.lens.dynamics;

import org.jspecify.annotations.NullMarked;
