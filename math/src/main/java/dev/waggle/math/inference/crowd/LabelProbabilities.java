package dev.waggle.math.inference.crowd;

/**
 * Probabilities of the labels that an item got, ascending by label. Together they are below 1, because a label that no
 * agent gave may be right. Immutable.
 */
public final class LabelProbabilities {

    private final int[] labels;
    private final double[] probabilities;
    private final double[] byModel;
    private final double[] byWeights;

    LabelProbabilities(int[] labels, double[] probabilities, double[] byModel, double[] byWeights) {
        this.labels = labels;
        this.probabilities = probabilities;
        this.byModel = byModel;
        this.byWeights = byWeights;
    }

    /** Number of labels that the item got. */
    public int size() {
        return labels.length;
    }

    /** The label at a place below {@link #size}. */
    public int label(int place) {
        return labels[place];
    }

    /** Probability of the label at a place, 0..1. */
    public double probability(int place) {
        return probabilities[place];
    }

    /** The least of three figures: the probability, that of the EM model alone, and the share of the weights. */
    public double low(int place) {
        return Math.min(probabilities[place], Math.min(byModel[place], byWeights[place]));
    }

    /** The largest of the same three figures. */
    public double high(int place) {
        return Math.max(probabilities[place], Math.max(byModel[place], byWeights[place]));
    }
}
