/** Decision rules and baselines of an evaluation. Rules that learn see a truth only after they predicted its item. */
@NullMarked
package dev.waggle.review.evaluation.rule;

import org.jspecify.annotations.NullMarked;
