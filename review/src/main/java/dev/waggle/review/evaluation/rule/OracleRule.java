package dev.waggle.review.evaluation.rule;

import dev.waggle.review.evaluation.EvaluationItem;
import dev.waggle.review.evaluation.EvaluationRule;
import dev.waggle.review.evaluation.EvaluationSet;
import org.jspecify.annotations.Nullable;

/** Oracle: right wherever any agent gave the right answer. It reads truths and is an upper bound, no rule to use. */
final class OracleRule implements EvaluationRule {

    private @Nullable EvaluationSet set;

    OracleRule() {}

    @Override
    public String name() {
        return "oracle";
    }

    @Override
    public void prepare(EvaluationSet all) {
        set = all;
    }

    @Override
    public double[] probabilities(EvaluationItem item) {
        EvaluationSet truths = set;
        int truth = truths == null ? EvaluationSet.UNKNOWN : item.place(truths.truth(item.index()));
        double[] probabilities = new double[item.voiced() + 1];
        probabilities[truth >= 0 ? truth : item.voiced()] = 1;
        return probabilities;
    }

    @Override
    public boolean isForecast() {
        return false;
    }
}
