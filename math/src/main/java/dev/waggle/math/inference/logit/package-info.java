/** Conditional logit models whose weights are learned one outcome at a time. */
@NullMarked
package dev.waggle.math.inference.logit;

import org.jspecify.annotations.NullMarked;
