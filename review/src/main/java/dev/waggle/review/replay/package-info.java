/** Comparison of a run with its log, entry by entry. {@code Swarm.replay} does the solve again. */
@NullMarked
package dev.waggle.review.replay;

import org.jspecify.annotations.NullMarked;
