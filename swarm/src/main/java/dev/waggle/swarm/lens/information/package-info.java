/**
 * Lenses on kernels of {@code dev.waggle.math.information}: how uncertain the group is, what a round taught it, and how
 * alike agents are. Only computes; chance is an argument.
 */
@NullMarked
package dev.waggle.swarm.lens.information;

import org.jspecify.annotations.NullMarked;
