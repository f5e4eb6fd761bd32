/**
 * Whether one quantity comes to rest: roots of polynomials against the unit circle and the imaginary axis, Lyapunov
 * functions and exponents, damped responses, recurrences and periods. Groups of many quantities live in
 * {@code dynamics}.
 */
@NullMarked
package dev.waggle.math.dynamics.stability;

import org.jspecify.annotations.NullMarked;
