package dev.waggle.math.inference.crowd;

/**
 * Leave-one-out posteriors of items whose truth is known. The confusion matrices count all other truths. Items without a
 * truth count with their probabilities in a fit that saw no truth. So the truth of an item cannot reach its own posterior.
 * Owned by one thread.
 */
final class BlindConfusion implements LabelModel {

    private final CrowdAnswers answers;
    private final CrowdTruths truths;
    private final DawidSkene unsupervised;
    private final ConfusionCounts counts;
    private final int[] answersOf;

    /** Posteriors beside a fit of the same answers without truths. */
    BlindConfusion(CrowdAnswers answers, CrowdTruths truths, DawidSkene unsupervised) {
        this.answers = answers;
        this.truths = truths;
        this.unsupervised = unsupervised;
        answersOf = answers.perAgent();
        counts = unsupervised.newCounts();
        for (int item = 0; item < answers.items(); item++) {
            if (answers.size(item) > 0 && truths.isKnown(item)) {
                counts.addKnown(answers, item, truths.label(item));
            } else if (answers.size(item) > 0) {
                counts.add(answers, item, unsupervised.posterior(item));
            }
        }
    }

    /** Probability of each label of an item with a known truth, without that truth. */
    @Override
    public double[] posterior(int item) {
        if (answers.size(item) == 0) {
            return unsupervised.posterior(item);
        }
        counts.removeKnown(answers, item, truths.label(item));
        change(item, -1);
        double[] probabilities = unsupervised.posterior(item, counts, answersOf);
        change(item, 1);
        counts.addKnown(answers, item, truths.label(item));
        return probabilities;
    }

    private void change(int item, int count) {
        for (int place = answers.start(item); place < answers.start(item + 1); place++) {
            answersOf[answers.agent(place)] += count;
        }
    }
}
