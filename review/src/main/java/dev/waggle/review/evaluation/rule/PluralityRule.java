package dev.waggle.review.evaluation.rule;

import dev.waggle.review.evaluation.EvaluationItem;
import dev.waggle.review.evaluation.EvaluationRule;

/** Plurality: the answers with the most ballots lead, ties share, and the share of the ballots is the probability. */
public final class PluralityRule implements EvaluationRule {

    /** Name of the rule, the baseline of paired differences. */
    public static final String NAME = "plurality";

    public PluralityRule() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public double[] probabilities(EvaluationItem item) {
        double[] shares = new double[item.voiced() + 1];
        for (int place = 0; place < item.voiced(); place++) {
            shares[place] = (double) item.votes(place) / item.ballots();
        }
        shares[item.voiced()] = item.ballots() == 0 ? 1 : 0;
        return shares;
    }
}
