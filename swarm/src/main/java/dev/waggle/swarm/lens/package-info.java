/**
 * The port of the lenses: what a {@link dev.waggle.swarm.lens.Lens} is, the card that describes it, the readings and
 * the findings that it gives. Lenses live in the seven rooms beside the port, one for each family of kernels. The data
 * that they read is in {@code lens.data}, and {@code lens.runner} holds them to a solve. Only computes.
 */
@NullMarked
package dev.waggle.swarm.lens;

import org.jspecify.annotations.NullMarked;
