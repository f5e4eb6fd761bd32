/** Outcomes of finished runs, as told by people, and what they have taught about agents as JSON. */
@NullMarked
package dev.waggle.review.outcome;

import org.jspecify.annotations.NullMarked;
