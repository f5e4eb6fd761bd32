package dev.waggle.review.evaluation.report;

import java.util.Optional;

/**
 * Scores of one rule on a set.
 *
 * @param rule name of the rule
 * @param accuracy accuracy with its interval
 * @param difference difference to plurality on the same items; 0 for plurality itself
 * @param decisions coverage and accuracy at the threshold
 * @param calibration quality of the probabilities; empty for a bound that gives none
 * @param risk risk against coverage; empty for a bound that gives no probabilities
 */
public record RuleScore(String rule, AccuracyScore accuracy, PairedDifference difference, DecisionScore decisions,
        Optional<ProbabilityReport> calibration, Optional<RiskCoverage> risk) {}
