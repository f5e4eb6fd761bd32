package dev.waggle.math.inference.logit;

import java.util.Arrays;

import dev.waggle.math.DomainCheck;

/**
 * Options of one choice, one of which is right, by their features. The score of an option is its offset plus the sum of value
 * times weight. The features of an option are sparse. Owned by one thread.
 */
public final class ChoiceSet {

    private static final int FIRST_CAPACITY = 8;

    private final double[] offsets;
    private final int[] sizes;
    private final int[][] columns;
    private final double[][] values;

    /**
     * A choice without features.
     *
     * @param offsets part of the score of each option that no weight changes, finite; at least one option
     */
    public ChoiceSet(double[] offsets) {
        DomainCheck.atLeast("options", offsets.length, 1);
        this.offsets = DomainCheck.finite("offset", offsets).clone();
        sizes = new int[offsets.length];
        columns = new int[offsets.length][FIRST_CAPACITY];
        values = new double[offsets.length][FIRST_CAPACITY];
    }

    /** Number of options. */
    public int options() {
        return offsets.length;
    }

    /**
     * Adds a value to a feature of an option.
     *
     * @param column the place of the feature's weight, at least 0
     * @param value finite; a feature that is named twice has the sum
     */
    public void add(int option, int column, double value) {
        DomainCheck.index("option", option, offsets.length);
        DomainCheck.atLeast("column", column, 0);
        DomainCheck.finite("value of a feature", value);
        if (value == 0) {
            return;
        }
        int size = sizes[option];
        if (size == columns[option].length) {
            columns[option] = Arrays.copyOf(columns[option], 2 * size);
            values[option] = Arrays.copyOf(values[option], 2 * size);
        }
        columns[option][size] = column;
        values[option][size] = value;
        sizes[option]++;
    }

    /** Adds to the offset of an option: the part of a feature whose weight is taken as known. */
    public void shift(int option, double value) {
        DomainCheck.index("option", option, offsets.length);
        offsets[option] += DomainCheck.finite("offset", value);
    }

    /** Score of an option under these weights. */
    public double score(int option, double[] weights) {
        double score = offsets[DomainCheck.index("option", option, offsets.length)];
        for (int i = 0; i < sizes[option]; i++) {
            score += values[option][i] * weights[columns[option][i]];
        }
        return score;
    }

    /**
     * Probability of each option, e^score over the sum of all (McFadden 1974); a new array.
     *
     * @param weights the weight of each feature, at least as many as the largest column
     */
    public double[] probabilities(double[] weights) {
        double[] shares = new double[offsets.length];
        double largest = Double.NEGATIVE_INFINITY;
        for (int option = 0; option < shares.length; option++) {
            shares[option] = score(option, weights);
            largest = Math.max(largest, shares[option]);
        }
        double all = 0;
        for (int option = 0; option < shares.length; option++) {
            shares[option] = StrictMath.exp(shares[option] - largest);
            all += shares[option];
        }
        for (int option = 0; option < shares.length; option++) {
            shares[option] /= all;
        }
        return shares;
    }

    /** Sum of the probabilities of all options but one, exact where that one is almost certain. */
    double othersProbability(int option, double[] weights) {
        double[] probabilities = probabilities(weights);
        double others = 0;
        for (int other = 0; other < probabilities.length; other++) {
            others += other == option ? 0 : probabilities[other];
        }
        return others;
    }

    /**
     * Gradient of the log odds of an option by the scores: 1 for the option, and for each other one minus its probability
     * among the others.
     */
    double[] logOddsGradient(int option, double[] weights) {
        double[] gradient = new double[offsets.length];
        double largest = Double.NEGATIVE_INFINITY;
        for (int other = 0; other < gradient.length; other++) {
            gradient[other] = score(other, weights);
            largest = other == option ? largest : Math.max(largest, gradient[other]);
        }
        double all = 0;
        for (int other = 0; other < gradient.length; other++) {
            gradient[other] = other == option ? 0 : StrictMath.exp(gradient[other] - largest);
            all += gradient[other];
        }
        for (int other = 0; other < gradient.length; other++) {
            gradient[other] = other == option ? 1 : -gradient[other] / all;
        }
        return gradient;
    }

    /** Product of the features of an option with a symmetric matrix, added to a row of its size. */
    void multiply(int option, double[][] matrix, double[] product) {
        for (int i = 0; i < sizes[option]; i++) {
            double value = values[option][i];
            double[] row = matrix[columns[option][i]];
            for (int j = 0; j < product.length; j++) {
                product[j] += value * row[j];
            }
        }
    }

    /** Product of the features of an option with a vector. */
    double dot(int option, double[] vector) {
        double sum = 0;
        for (int i = 0; i < sizes[option]; i++) {
            sum += values[option][i] * vector[columns[option][i]];
        }
        return sum;
    }
}
