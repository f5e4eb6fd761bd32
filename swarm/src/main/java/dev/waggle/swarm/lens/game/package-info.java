/**
 * Lenses on kernels of {@code dev.waggle.math.game}: who challenges, who contributed what, and which kinds of contribution
 * pay. Only computes; chance is an argument.
 */
@NullMarked
package dev.waggle.swarm.lens.game;

import org.jspecify.annotations.NullMarked;
