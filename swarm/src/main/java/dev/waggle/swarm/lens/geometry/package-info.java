/**
 * Lenses on kernels of {@code dev.waggle.math.geometry}: distances of beliefs, camps, and axes of the stances. Only
 * computes.
 */
@NullMarked
package dev.waggle.swarm.lens.geometry;

import org.jspecify.annotations.NullMarked;
