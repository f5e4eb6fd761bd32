package dev.waggle.review.evaluation.report;

import java.util.OptionalDouble;

import dev.waggle.review.evaluation.RuleOutcomes;

/**
 * Decisions of a rule at the threshold.
 *
 * @param cases number of predictions
 * @param decided number of decided ones
 * @param credit sum of the credits of the decided ones
 */
public record DecisionScore(int cases, int decided, double credit) {

    static DecisionScore of(RuleOutcomes outcomes) {
        int decided = 0;
        double credit = 0;
        for (int i = 0; i < outcomes.size(); i++) {
            if (outcomes.isDecided(i)) {
                decided++;
                credit += outcomes.credit(i);
            }
        }
        return new DecisionScore(outcomes.size(), decided, credit);
    }

    /** Decided predictions over all, 0..1; 0 without any. */
    public double coverage() {
        return cases == 0 ? 0 : (double) decided / cases;
    }

    /** Accuracy of the decided predictions, 0..1; empty without any. */
    public OptionalDouble accuracy() {
        return decided == 0 ? OptionalDouble.empty() : OptionalDouble.of(credit / decided);
    }
}
