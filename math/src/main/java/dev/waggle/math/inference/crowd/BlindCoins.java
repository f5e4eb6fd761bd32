package dev.waggle.math.inference.crowd;

/** Leave-one-out posteriors as {@link BlindConfusion}, for the one-coin model. Owned by one thread. */
final class BlindCoins implements LabelModel {

    private final CrowdAnswers answers;
    private final CrowdTruths truths;
    private final OneCoinModel unsupervised;
    private final CoinCounts counts;

    /** Posteriors beside a fit of the same answers without truths. */
    BlindCoins(CrowdAnswers answers, CrowdTruths truths, OneCoinModel unsupervised) {
        this.answers = answers;
        this.truths = truths;
        this.unsupervised = unsupervised;
        counts = new CoinCounts(answers);
        for (int item = 0; item < answers.items(); item++) {
            if (truths.isKnown(item)) {
                counts.addKnown(item, truths.label(item));
            } else {
                counts.add(item, unsupervised.posterior(item));
            }
        }
    }

    /** Probabilities of an item with a known truth, without that truth. */
    @Override
    public double[] posterior(int item) {
        counts.remove(item, truths.label(item));
        counts.maximise(answers.start(item), answers.start(item + 1));
        double[] probabilities = counts.probabilities(item, unsupervised.others(item));
        counts.restore(item, truths.label(item));
        return probabilities;
    }
}
