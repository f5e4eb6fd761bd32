/** Explanations of runs as text and JSON. What they say is computed in {@code dev.waggle.swarm.review.explain}. */
@NullMarked
package dev.waggle.cli.explain;

import org.jspecify.annotations.NullMarked;
