/**
 * Evaluation of decision rules on recorded items with known truths. It has sets in primitive arrays, the interface of
 * rules, and the run that hands items to rules in order. Rules are in {@code rule}, metrics in {@code report}. Reading
 * files and writing reports are the work of callers.
 */
@NullMarked
package dev.waggle.review.evaluation;

import org.jspecify.annotations.NullMarked;
