/** Beliefs of single agents over time, as the lenses of dynamics and geometry read them. Only computes. */
@NullMarked
package dev.waggle.swarm.lens.belief;

import org.jspecify.annotations.NullMarked;
