package dev.waggle.review.evaluation.rule;

import java.util.OptionalInt;

import dev.waggle.math.inference.crowd.CrowdPosterior;
import dev.waggle.math.inference.crowd.CrowdTruths;
import dev.waggle.math.inference.crowd.DawidSkene;
import dev.waggle.math.inference.crowd.LabelProbabilities;
import dev.waggle.review.evaluation.EvaluationItem;
import dev.waggle.review.evaluation.EvaluationRule;
import dev.waggle.review.evaluation.EvaluationSet;
import org.jspecify.annotations.Nullable;

/**
 * The rule of {@code waggle decide --learn batch} without truths: the reliability of each agent is learned from all ballots
 * of the set ({@link CrowdPosterior}).
 */
final class CrowdRule implements EvaluationRule {

    private @Nullable SetAnswers answers;
    private @Nullable CrowdPosterior posterior;
    private boolean areShared;

    CrowdRule() {}

    @Override
    public String name() {
        return "batch-unsupervised";
    }

    @Override
    public void prepare(EvaluationSet set) {
        SetAnswers read = new SetAnswers(set);
        CrowdTruths none = CrowdTruths.none(set.size());
        answers = read;
        areShared = set.sharedAnswers() > 0 && DawidSkene.isFeasible(read.answers());
        posterior = areShared
                ? CrowdPosterior.confusion(read.answers(), none)
                : CrowdPosterior.oneCoin(read.answers(), none, possible(set));
    }

    /** Number of possible answers, if it is known and all items have as many. */
    private static OptionalInt possible(EvaluationSet set) {
        int options = set.size() == 0 ? 0 : EvaluationItem.of(set, 0).options();
        for (int item = 1; item < set.size(); item++) {
            options = EvaluationItem.of(set, item).options() == options ? options : 0;
        }
        return options == 0 ? OptionalInt.empty() : OptionalInt.of(options);
    }

    @Override
    public double[] probabilities(EvaluationItem item) {
        SetAnswers read = answers;
        CrowdPosterior learned = posterior;
        if (read == null || learned == null) {
            throw new IllegalStateException("a rule must be prepared before its first item");
        }
        if (areShared) {
            return read.probabilities(item, learned.all(item.index()));
        }
        LabelProbabilities given = learned.of(item.index());
        double[] probabilities = new double[item.voiced() + 1];
        double named = 0;
        int at = 0;
        for (int place = 0; place < item.voiced(); place++) {
            if (at < given.size() && given.label(at) == read.label(item, place)) {
                probabilities[place] = given.probability(at++);
                named += probabilities[place];
            }
        }
        PosteriorRule.spreadRest(item, probabilities, Math.max(0, 1 - named));
        return probabilities;
    }
}
