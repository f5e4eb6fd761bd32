/**
 * Stability of one quantity: roots of polynomials, Lyapunov functions and exponents, damped responses, recurrences
 * and periods. Roots are located against the unit circle and the imaginary axis. Groups of many quantities live in
 * {@code dynamics}.
 */
@NullMarked
package dev.waggle.math.dynamics.stability;

import org.jspecify.annotations.NullMarked;
