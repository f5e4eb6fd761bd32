/** Explanations of runs as text and JSON. Their content is computed in {@code dev.waggle.review.explain}. */
@NullMarked
package dev.waggle.cli.explain;

import org.jspecify.annotations.NullMarked;
