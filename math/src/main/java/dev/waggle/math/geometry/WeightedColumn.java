package dev.waggle.math.geometry;

import dev.waggle.math.Ties;

/**
 * Weighted numbers of which quantiles are sought, one search narrowing down the next (Hoare 1961, Quickselect, with the
 * split in three that many equal numbers need). Owned by the call that made it.
 */
final class WeightedColumn {

    private final double[] values;
    private final double[] weights;
    /** The quantiles still sought are among these; the ones before have this weight. */
    private int low;
    private int high;
    private double below;
    /** Whether those are known to be one number. */
    private boolean settled;
    /** The numbers equal to the last quantile, and the weight of those before. */
    private int runLow;
    private int runHigh;
    private double runBelow;

    /**
     * @param values  at least one; the column orders them and keeps the array
     * @param weights above 0, summing to 1; the column keeps the array
     */
    WeightedColumn(double[] values, double[] weights) {
        this.values = values;
        this.weights = weights;
        high = values.length;
        settled = values.length == 1;
    }

    /** The smallest number that, with those below it, has at least this share of the weight, 0..1. Expected O(n). */
    double quantile(double share) {
        runLow = low;
        runHigh = high;
        runBelow = below;
        if (settled) {
            return values[low];
        }
        while (true) {
            double pivot = median(values[runLow], values[(runLow + runHigh) >>> 1], values[runHigh - 1]);
            int equal = runLow;
            int above = runHigh;
            double smaller = 0;
            double same = 0;
            for (int i = runLow; i < above;) {
                if (values[i] < pivot) {
                    smaller += weights[i];
                    swap(i++, equal++);
                } else if (values[i] > pivot) {
                    swap(i, --above);
                } else {
                    same += weights[i++];
                }
            }
            if (equal > runLow && share <= runBelow + smaller) {
                runHigh = equal;
            } else if (above == runHigh || share <= runBelow + smaller + same) {
                runLow = equal;
                runHigh = above;
                runBelow += smaller;
                return pivot;
            } else {
                runLow = above;
                runBelow += smaller + same;
            }
        }
    }

    /** From now on only quantiles at the last share or below are sought. */
    void keepBelow() {
        high = runHigh;
        settled = runLow == low;
    }

    /** From now on only quantiles at the last share or above are sought. */
    void keepAbove() {
        settled = runHigh == high;
        low = runLow;
        below = runBelow;
    }

    /**
     * The least and the most quantile for all shares that tie with this one. They differ where the weight of the
     * numbers up to some point ties with the share: then all in between are weighted medians, for a share of a half.
     * O(n).
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
        double least = before > Double.NEGATIVE_INFINITY && Ties.equal(smaller, share) ? before : value;
        double most = after < Double.POSITIVE_INFINITY && Ties.equal(smaller + same, share) ? after : value;
        return new Range(least, most);
    }

    /** Two bounds, the second at least the first. */
    record Range(double least, double most) {}

    private void swap(int left, int right) {
        double value = values[left];
        values[left] = values[right];
        values[right] = value;
        double weight = weights[left];
        weights[left] = weights[right];
        weights[right] = weight;
    }

    private static double median(double a, double b, double c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }
}
