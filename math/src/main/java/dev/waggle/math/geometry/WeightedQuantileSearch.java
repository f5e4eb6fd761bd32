package dev.waggle.math.geometry;

import dev.waggle.math.TieComparison;

/**
 * Search for quantiles of weighted numbers, in which each search narrows the next. It is Quickselect (Hoare 1961)
 * with the split in three that many equal numbers need. Owned by the call that made it.
 */
final class WeightedQuantileSearch {

    private static final int SAMPLE = 5;
    /** Among fewer numbers a sample is not worth its while. */
    private static final int FEW = 12;

    private final double[] values;
    private final double[] weights;
    private final double[] asideValues;
    private final double[] asideWeights;
    /** The quantiles still sought are among these; those before have this weight, those up to them that. */
    private int low;
    private int high;
    private double below;
    private double above = 1;
    /** True if those are known to be one number. */
    private boolean settled;
    /** The numbers equal to the last quantile, and the weight of those before. */
    private int runLow;
    private int runHigh;
    private double runBelow;
    private double runWeight;

    /**
     * Of these numbers.
     *
     * @param values  at least one; the search orders them and owns the array
     * @param weights above 0, summing to 1; the search owns the array
     * @param aside   two arrays of that length to work in; columns that take turns may share them
     */
    WeightedQuantileSearch(double[] values, double[] weights, double[][] aside) {
        this.values = values;
        this.weights = weights;
        asideValues = aside[0];
        asideWeights = aside[1];
        high = values.length;
        settled = values.length == 1;
    }

    /** The smallest number that, with those below it, has at least this share of the weight, 0..1. Expected O(n). */
    double quantile(double share) {
        runLow = low;
        runHigh = high;
        runBelow = below;
        double runAbove = above;
        if (settled) {
            return values[low];
        }
        while (true) {
            double pivot = pivot((share - runBelow) / (runAbove - runBelow));
            int equal = split(runLow, Math.nextDown(pivot));
            double smaller = weight(runLow, equal);
            if (equal > runLow && share <= runBelow + smaller) {
                runHigh = equal;
                runAbove = runBelow + smaller;
                continue;
            }
            int larger = split(equal, pivot);
            double same = weight(equal, larger);
            if (larger == runHigh || share <= runBelow + smaller + same) {
                runLow = equal;
                runHigh = larger;
                runBelow += smaller;
                runWeight = same;
                return pivot;
            }
            runLow = larger;
            runBelow += smaller + same;
        }
    }

    /** From now on only quantiles at the last share or below are sought. */
    void keepBelow() {
        if (!settled) {
            settled = runLow == low;
            high = runHigh;
            above = runBelow + runWeight;
        }
    }

    /** From now on only quantiles at the last share or above are sought. */
    void keepAbove() {
        if (!settled) {
            settled = runHigh == high;
            low = runLow;
            below = runBelow;
        }
    }

    /**
     * The least and the most quantile for all shares that tie with this one. They differ if the weight of the numbers
     * up to some point ties with the share. Then, for a share of a half, all in between are weighted medians. O(n).
     */
    Range range(double share) {
        double value = quantile(share);
        double smaller = 0;
        double same = 0;
        double before = Double.NEGATIVE_INFINITY;
        double after = Double.POSITIVE_INFINITY;
        for (int i = 0; i < values.length; i++) {
            if (values[i] < value) {
                smaller += weights[i];
                before = Math.max(before, values[i]);
            } else if (values[i] > value) {
                after = Math.min(after, values[i]);
            } else {
                same += weights[i];
            }
        }
        double min = before > Double.NEGATIVE_INFINITY && TieComparison.equal(smaller, share) ? before : value;
        double max = after < Double.POSITIVE_INFINITY && TieComparison.equal(smaller + same, share) ? after : value;
        return new Range(min, max);
    }

    /** Two bounds, the second at least the first. */
    record Range(double least, double most) {}

    /**
     * Moves the numbers of the run from there on that are at most a bound before the others, and returns the start of
     * the others. Both are written and one place moves on, as a processor cannot guess a branch on random numbers.
     */
    private int split(int from, double bound) {
        int smaller = from;
        int larger = 0;
        for (int i = from; i < runHigh; i++) {
            double value = values[i];
            double weight = weights[i];
            values[smaller] = value;
            weights[smaller] = weight;
            asideValues[larger] = value;
            asideWeights[larger] = weight;
            int step = value <= bound ? 1 : 0;
            smaller += step;
            larger += 1 - step;
        }
        System.arraycopy(asideValues, 0, values, smaller, larger);
        System.arraycopy(asideWeights, 0, weights, smaller, larger);
        return smaller;
    }

    private double weight(int from, int to) {
        double weight = 0;
        for (int i = from; i < to; i++) {
            weight += weights[i];
        }
        return weight;
    }

    /**
     * One of five numbers of the run, at about the place of the sought quantile among them. This guess from the share
     * halves the passes that a median of three would need.
     */
    private double pivot(double place) {
        if (runHigh - runLow < FEW) {
            return values[runLow + (runHigh - runLow) / 2];
        }
        double[] sample = new double[SAMPLE];
        for (int i = 0; i < SAMPLE; i++) {
            double value = values[runLow + (int) ((long) (runHigh - runLow - 1) * i / (SAMPLE - 1))];
            int at = i;
            while (at > 0 && sample[at - 1] > value) {
                sample[at] = sample[at - 1];
                at--;
            }
            sample[at] = value;
        }
        return sample[(int) Math.clamp(place * SAMPLE, 0, SAMPLE - 1)];
    }
}
