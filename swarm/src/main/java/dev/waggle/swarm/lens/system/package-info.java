/**
 * Lenses on kernels of {@code dev.waggle.math.system}: which proposals gain, in which typical way a debate fails, and where
 * an intervention would help. Only computes.
 */
@NullMarked
package dev.waggle.swarm.lens.system;

import org.jspecify.annotations.NullMarked;
