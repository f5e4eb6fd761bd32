/**
 * Lenses on kernels of {@code dev.waggle.math.inference}: posterior of the proposals, value of one more vote, and
 * causes. Only computes.
 */
@NullMarked
package dev.waggle.swarm.lens.inference;

import org.jspecify.annotations.NullMarked;
