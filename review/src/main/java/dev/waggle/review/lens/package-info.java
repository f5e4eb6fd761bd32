/**
 * Replay of a run through its lenses, round by round, beside the findings of its log. The lenses themselves belong to
 * {@code dev.waggle.swarm.lens}.
 */
@NullMarked
package dev.waggle.review.lens;

import org.jspecify.annotations.NullMarked;
