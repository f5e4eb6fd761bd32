package dev.waggle.review.evaluation.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

import dev.waggle.signal.world.World;

/**
 * Difference in accuracy of a rule and the baseline on the same items, with an interval of 95 %. Its ends are
 * percentiles 2.5 and 97.5 of {@value #RESAMPLES} means over items drawn with replacement (bootstrap, Efron 1979). All
 * rules of a set use the same draws.
 *
 * @param difference mean difference of the credits, -1..1
 * @param low low end of the interval
 * @param high high end of the interval
 * @param better items with more credit than the baseline
 * @param worse items with less credit than the baseline
 */
public record PairedDifference(double difference, double low, double high, int better, int worse) {

    /** Number of resamples. */
    public static final int RESAMPLES = 1_000;

    private static final double TAIL = 0.025;

    /** True if the interval excludes 0. */
    public boolean isSignificant() {
        return low > 0 || high < 0;
    }

    /**
     * Differences of each rule to the baseline.
     *
     * @param baseline credits of the items
     * @param rules credits of the same items, one array for each rule
     */
    public static List<PairedDifference> of(double[] baseline, List<double[]> rules, long seed) {
        int n = baseline.length;
        double[][] differences = new double[rules.size()][n];
        for (int rule = 0; rule < differences.length; rule++) {
            for (int i = 0; i < n; i++) {
                differences[rule][i] = rules.get(rule)[i] - baseline[i];
            }
        }
        double[][] means = resampled(differences, n, seed);
        List<PairedDifference> results = new ArrayList<>();
        for (int rule = 0; rule < differences.length; rule++) {
            results.add(of(differences[rule], means[rule]));
        }
        return results;
    }

    private static double[][] resampled(double[][] differences, int n, long seed) {
        RandomGenerator random = World.system(seed).random("bootstrap");
        double[][] means = new double[differences.length][RESAMPLES];
        int[] counts = new int[n];
        for (int resample = 0; resample < RESAMPLES && n > 0; resample++) {
            Arrays.fill(counts, 0);
            for (int draw = 0; draw < n; draw++) {
                counts[random.nextInt(n)]++;
            }
            for (int rule = 0; rule < differences.length; rule++) {
                double sum = 0;
                double[] values = differences[rule];
                for (int i = 0; i < n; i++) {
                    sum += counts[i] * values[i];
                }
                means[rule][resample] = sum / n;
            }
        }
        return means;
    }

    private static PairedDifference of(double[] differences, double[] means) {
        double sum = 0;
        int better = 0;
        int worse = 0;
        for (double difference : differences) {
            sum += difference;
            better += difference > 0 ? 1 : 0;
            worse += difference < 0 ? 1 : 0;
        }
        double[] sorted = means.clone();
        Arrays.sort(sorted);
        int low = (int) (TAIL * RESAMPLES);
        return new PairedDifference(differences.length == 0 ? 0 : sum / differences.length, sorted[low],
                sorted[RESAMPLES - 1 - low], better, worse);
    }
}
