/**
 * Metrics of an evaluation: accuracy, paired differences, calibration, risk against coverage, accuracy against calls.
 */
@NullMarked
package dev.waggle.review.evaluation.report;

import org.jspecify.annotations.NullMarked;
