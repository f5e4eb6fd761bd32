/**
 * Lenses on kernels of {@code dev.waggle.math.network}: influence between agents, and connectivity of the group. Only
 * computes.
 */
@NullMarked
package dev.waggle.swarm.lens.network;

import org.jspecify.annotations.NullMarked;
