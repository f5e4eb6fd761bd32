package dev.waggle.review.evaluation.rule;

import dev.waggle.review.evaluation.EvaluationItem;
import dev.waggle.review.evaluation.EvaluationRule;
import dev.waggle.review.evaluation.EvaluationSet;
import dev.waggle.swarm.consensus.ConfidenceCalibration;
import dev.waggle.swarm.consensus.ConfidenceEstimate;
import dev.waggle.swarm.consensus.ConfidenceModel;
import dev.waggle.swarm.consensus.VoteTally;
import org.jspecify.annotations.Nullable;

/**
 * Posterior of one item ({@link ConfidenceModel}): the probability that {@code waggle decide} reports. It is assumed,
 * or its gain learns from the truths of earlier items ({@link ConfidenceCalibration}).
 */
final class PosteriorRule implements EvaluationRule {

    private final String name;
    private final ItemTally tallies;
    private final boolean isCalibrated;
    private @Nullable ConfidenceModel assumed;
    private @Nullable ConfidenceCalibration calibration;

    private PosteriorRule(String name, ItemTally tallies, boolean isCalibrated) {
        this.name = name;
        this.tallies = tallies;
        this.isCalibrated = isCalibrated;
    }

    static PosteriorRule assumed(ItemTally tallies) {
        return new PosteriorRule("posterior", tallies, false);
    }

    static PosteriorRule calibrated(ItemTally tallies) {
        return new PosteriorRule("posterior-calibrated", tallies, true);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void prepare(EvaluationSet set) {
        ConfidenceModel model = ItemTally.model(set);
        assumed = set.sharedAnswers() > 0 ? model.withAnswers(set.sharedAnswers()) : model;
        calibration = new ConfidenceCalibration(assumed);
    }

    @Override
    public double[] probabilities(EvaluationItem item) {
        VoteTally tally = tallies.of(item);
        ConfidenceModel model = item.options() > 0 ? current().withAnswers(item.options()) : current();
        ConfidenceEstimate estimate = model.estimate(tally, tally.size() == 0 ? null : tally.proposal(0).id());
        double[] probabilities = new double[item.voiced() + 1];
        double named = 0;
        for (int i = 0; i < tally.size(); i++) {
            double probability = estimate.ofProposals().getOrDefault(tally.proposal(i).id(), 0.0);
            probabilities[ItemTally.place(tally, i)] = probability;
            named += probability;
        }
        spreadRest(item, probabilities, Math.max(0, 1 - named));
        return probabilities;
    }

    /** Answers without a ballot share the rest: those of first answers in a debate, and those that no agent gave. */
    static void spreadRest(EvaluationItem item, double[] probabilities, double rest) {
        int unvoted = 0;
        for (int place = 0; place < item.voiced(); place++) {
            unvoted += item.votes(place) == 0 ? 1 : 0;
        }
        double each = rest / Math.max(1, unvoted + item.others());
        for (int place = 0; place < item.voiced(); place++) {
            probabilities[place] += item.votes(place) == 0 ? each : 0;
        }
        probabilities[item.voiced()] = rest - unvoted * each;
    }

    @Override
    public void learn(EvaluationItem item, int truth) {
        ConfidenceCalibration learner = calibration;
        if (isCalibrated && learner != null) {
            learner.learn(tallies.of(item), truth >= 0 && item.votes(truth) > 0 ? ItemTally.id(truth) : null);
        }
    }

    private ConfidenceModel current() {
        ConfidenceCalibration learner = calibration;
        ConfidenceModel model = assumed;
        if (learner == null || model == null) {
            throw new IllegalStateException("a rule must be prepared before its first item");
        }
        return isCalibrated ? learner.model() : model;
    }
}
