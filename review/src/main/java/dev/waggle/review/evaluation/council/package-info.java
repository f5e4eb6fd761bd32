/**
 * Comparison of a council with its members on recorded answers: single members, samples of one of them, and the council
 * without each member. It is no place for calls or files.
 */
@NullMarked
package dev.waggle.review.evaluation.council;

import org.jspecify.annotations.NullMarked;
