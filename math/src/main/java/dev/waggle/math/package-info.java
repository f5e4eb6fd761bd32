/**
 * What every kernel needs: the {@link dev.waggle.math.DomainCheck} that its arguments must come from.
 *
 * <p>The kernels themselves live in the rooms above, sorted by the science that they come from. A kernel is a formula
 * with its definition, units, ranges, edge values and source. It knows no swarm, no clock and no chance of its own, and
 * it refuses what lies outside of its domain instead of answering with a number.
 */
@NullMarked
package dev.waggle.math;

import org.jspecify.annotations.NullMarked;
