package dev.waggle.math.information;

import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;

import dev.waggle.math.Domain;
import dev.waggle.math.Sums;
import dev.waggle.math.Ties;
import org.hipparchus.special.Gamma;

/**
 * Whether two variables could be independent, given the table of how often their values met. A small p-value says that
 * chance alone would seldom show as much mutual information. Nothing can be tested when a variable is constant.
 */
public final class Independence {

    /** Permutations times counts and cells at most; some seconds of work. */
    public static final long MAX_STEPS = 1L << 30;

    private Independence() {}

    /**
     * The likelihood-ratio test: G = 2 n ln2 I in nats is close to chi-squared with (rows - 1)(columns - 1) degrees of
     * freedom, rows and columns without a count left out. The approximation is poor where margins expect fewer than
     * about five in a cell, and then rejects too often: use {@link #permuted}. O(rows x columns).
     *
     * <p>Source: Wilks (1938), The large-sample distribution of the likelihood ratio; Sokal & Rohlf, Biometry, chapter
     * 17.
     *
     * @param statistic G, at least 0
     * @param degrees of freedom, at least 1
     * @param pValue 0..1
     */
    public record GTest(double statistic, long degrees, double pValue) {

        public GTest {
            Domain.nonNegative("statistic", statistic);
            Domain.share("pValue", pValue);
        }

        /**
         * The test of a table of counts; empty when a variable is constant.
         *
         * @param table table[x][y] at least 0, rows of one length, not all 0, in all at most
         *        {@link AdjustedInformation#MAX_TOTAL}
         */
        public static Optional<GTest> of(int[][] table) {
            Counts counts = Counts.of(table);
            long degrees = (counts.rows.length - 1L) * (counts.columns.length - 1L);
            if (degrees == 0) {
                return Optional.empty();
            }
            double statistic = 2 * counts.total * Entropy.LN2 * MutualInformation.of(counts.masses).bits();
            double pValue = Math.clamp(Gamma.regularizedGammaQ(degrees / 2.0, statistic / 2), 0, 1);
            return Optional.of(new GTest(statistic, degrees, pValue));
        }
    }

    /**
     * The permutation test, right for any counts: the share of tables with the same margins, drawn by shuffling the
     * labels of one variable, whose mutual information is at least that of the table; the table itself counts as one
     * draw, so the p-value is (1 + as high) / (1 + permutations) and never 0. O(permutations x (n + rows x columns)).
     *
     * <p>Source: Phipson & Smyth (2010), Permutation p-values should never be zero.
     *
     * @param draws permutations taken
     * @param asHigh how many of them tie or exceed
     */
    public record Permuted(int draws, int asHigh) {

        public Permuted {
            Domain.atLeast("draws", draws, 1);
            Domain.index("asHigh", asHigh, draws + 1);
        }

        /** (1 + asHigh) / (1 + draws), above 0, at most 1. */
        public double pValue() {
            return (1.0 + asHigh) / (1.0 + draws);
        }
    }

    /**
     * The permutation test of a table of counts; empty when a variable is constant.
     *
     * @param table table[x][y] at least 0, rows of one length, not all 0
     * @param permutations at least 1; times counts and cells at most {@link #MAX_STEPS}
     * @param chance same state, same answer
     */
    public static Optional<Permuted> permuted(int[][] table, int permutations, RandomGenerator chance) {
        Counts counts = Counts.of(table);
        Domain.atLeast("permutations", permutations, 1);
        long steps = counts.total + (long) counts.rows.length * counts.columns.length;
        if (permutations > MAX_STEPS / steps) {
            throw new IllegalArgumentException("permutations must be at most " + MAX_STEPS / steps + " for "
                    + counts.total + " counts in " + (steps - counts.total) + " cells, got " + permutations
                    + "\nMaybe the likelihood-ratio test will do for so many.");
        }
        if (counts.rows.length < 2 || counts.columns.length < 2) {
            return Optional.empty();
        }
        int[] rowOf = labels(counts.rows, counts.total);
        int[] columnOf = labels(counts.columns, counts.total);
        double[] weights = new double[counts.total + 1];
        for (int k = 2; k < weights.length; k++) {
            weights[k] = k * Math.log(k);
        }
        double observed = weightOf(table, weights);
        int width = counts.columns.length;
        int[] cells = new int[counts.rows.length * width];
        int asHigh = 0;
        for (int draw = 0; draw < permutations; draw++) {
            shuffle(columnOf, chance);
            Arrays.fill(cells, 0);
            for (int i = 0; i < rowOf.length; i++) {
                cells[rowOf[i] * width + columnOf[i]]++;
            }
            asHigh += Ties.atMost(observed, weightOf(cells, weights)) ? 1 : 0;
        }
        return Optional.of(new Permuted(permutations, asHigh));
    }

    /** The sum of n ln n over the cells: with fixed margins it rises and falls with the mutual information. */
    private static double weightOf(int[][] table, double[] weights) {
        Sums sum = new Sums();
        for (int[] row : table) {
            sum.add(weightOf(row, weights));
        }
        return sum.get();
    }

    private static double weightOf(int[] cells, double[] weights) {
        double sum = 0;
        for (int count : cells) {
            sum += weights[count];
        }
        return sum;
    }

    /** The label of each case, in order. */
    private static int[] labels(int[] margin, int total) {
        int[] labels = new int[total];
        int next = 0;
        for (int label = 0; label < margin.length; label++) {
            Arrays.fill(labels, next, next + margin[label], label);
            next += margin[label];
        }
        return labels;
    }

    private static void shuffle(int[] labels, RandomGenerator chance) {
        for (int i = labels.length - 1; i > 0; i--) {
            int other = chance.nextInt(i + 1);
            int label = labels[i];
            labels[i] = labels[other];
            labels[other] = label;
        }
    }
}
