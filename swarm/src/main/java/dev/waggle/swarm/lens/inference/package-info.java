/**
 * Lenses on kernels of {@code dev.waggle.math.inference}: what the votes make probable, what one more vote would teach, and
 * what causes what. Only computes.
 */
@NullMarked
package dev.waggle.swarm.lens.inference;

import org.jspecify.annotations.NullMarked;
