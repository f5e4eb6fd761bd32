/** Comparison of a run with its log, entry by entry. Doing a solve again belongs to {@code Swarm.replay}. */
@NullMarked
package dev.waggle.swarm.review.replay;

import org.jspecify.annotations.NullMarked;
