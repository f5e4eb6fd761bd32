/**
 * Lenses on kernels of {@code dev.waggle.math.geometry}: how far apart beliefs are, which camps they form, and along how
 * many axes the stances differ. Only computes.
 */
@NullMarked
package dev.waggle.swarm.lens.geometry;

import org.jspecify.annotations.NullMarked;
