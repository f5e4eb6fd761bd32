package dev.waggle.math.inference.crowd;

/** Source of the probabilities of the labels of an item. */
interface LabelModel {

    /** Probability of each option of an item; the options are those of the implementation. */
    double[] posterior(int item);
}
