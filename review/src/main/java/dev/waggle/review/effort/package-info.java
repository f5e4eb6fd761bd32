/**
 * Asking agents one after the other until the learned probabilities are clear enough. Votes come from callers, as cases of
 * the learned strategy.
 */
@NullMarked
package dev.waggle.review.effort;

import org.jspecify.annotations.NullMarked;
