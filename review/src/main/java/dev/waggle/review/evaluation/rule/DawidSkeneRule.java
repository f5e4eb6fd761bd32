package dev.waggle.review.evaluation.rule;

import dev.waggle.math.inference.crowd.CrowdTruths;
import dev.waggle.math.inference.crowd.DawidSkene;
import dev.waggle.review.evaluation.EvaluationItem;
import dev.waggle.review.evaluation.EvaluationRule;
import dev.waggle.review.evaluation.EvaluationSet;
import org.jspecify.annotations.Nullable;

/**
 * Dawid-Skene: a confusion matrix for each agent, estimated from all ballots of the set without any truth
 * ({@link DawidSkene}). Items that do not share their answers, and sets whose matrices are too large, fall back to
 * plurality.
 */
final class DawidSkeneRule implements EvaluationRule {

    private final PluralityRule plurality = new PluralityRule();
    private @Nullable SetAnswers answers;
    private @Nullable DawidSkene model;

    DawidSkeneRule() {}

    @Override
    public String name() {
        return "dawid-skene";
    }

    @Override
    public void prepare(EvaluationSet set) {
        SetAnswers read = new SetAnswers(set);
        boolean isPossible = set.sharedAnswers() > 0 && DawidSkene.isFeasible(read.answers());
        answers = read;
        model = isPossible ? DawidSkene.fit(read.answers(), CrowdTruths.none(set.size())) : null;
    }

    @Override
    public double[] probabilities(EvaluationItem item) {
        SetAnswers read = answers;
        DawidSkene fitted = model;
        return read == null || fitted == null || item.ballots() == 0
                ? plurality.probabilities(item)
                : read.probabilities(item, fitted.posterior(item.index()));
    }
}
