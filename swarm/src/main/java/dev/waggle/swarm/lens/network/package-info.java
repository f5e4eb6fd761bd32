/**
 * Lenses on kernels of {@code dev.waggle.math.network}: who moves whom, and on whom the group hangs. Only computes.
 */
@NullMarked
package dev.waggle.swarm.lens.network;

import org.jspecify.annotations.NullMarked;
