/**
 * Lenses on kernels of {@code dev.waggle.math.system}: gains of proposals, archetypes of failure, and leverage points.
 * Only computes.
 */
@NullMarked
package dev.waggle.swarm.lens.system;

import org.jspecify.annotations.NullMarked;
