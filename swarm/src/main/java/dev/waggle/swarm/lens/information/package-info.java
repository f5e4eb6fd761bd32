/**
 * Lenses on kernels of {@code dev.waggle.math.information}: uncertainty of the group, information of a round, and
 * similarity of agents. Only computes; chance is an argument.
 */
@NullMarked
package dev.waggle.swarm.lens.information;

import org.jspecify.annotations.NullMarked;
