/**
 * Outcomes of finished runs: the case that a run leaves to learn from, and the right option of it. Stores of outcomes and
 * of what they teach do not live here.
 */
@NullMarked
package dev.waggle.review.outcome;

import org.jspecify.annotations.NullMarked;
