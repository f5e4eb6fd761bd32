/**
 * Information theory: entropy of a distribution, divergence of two, and mutual information of two variables.
 *
 * <p>All take masses over a common index, which need not sum to 1, and answer in bits unless nats are stated. Nothing
 * is smoothed unless asked. A place that a distribution excludes stays excluded, and a divergence that is infinite by
 * definition is answered as infinite. Estimation of parameters, updating of beliefs and tests of hypotheses other
 * than independence live in {@code inference}. This is the lowest package, and the others may build on it.
 */
@NullMarked
package dev.waggle.math.information;

import org.jspecify.annotations.NullMarked;
