/**
 * Domain checks shared by all kernels: {@link dev.waggle.math.DomainCheck} defines the admissible arguments.
 *
 * <p>The kernels live in the packages below, sorted by science. A kernel is a formula with its definition, units,
 * ranges, edge values and source. It knows no swarm, clock or random source of its own. It rejects arguments outside
 * of its domain.
 */
@NullMarked
package dev.waggle.math;

import org.jspecify.annotations.NullMarked;
