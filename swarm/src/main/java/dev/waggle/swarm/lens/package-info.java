/**
 * Port of the lenses: the {@link dev.waggle.swarm.lens.Lens}, its card, its readings and its findings. Lenses live in
 * the seven packages beside the port, one for each family of kernels, and {@code lens.catalog} lists them. The data
 * that they read is in {@code lens.data}, and {@code lens.runner} runs them in a solve. Only computes.
 */
@NullMarked
package dev.waggle.swarm.lens;

import org.jspecify.annotations.NullMarked;
