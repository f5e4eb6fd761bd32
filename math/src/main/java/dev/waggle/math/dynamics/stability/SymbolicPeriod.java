package dev.waggle.math.dynamics.stability;

import java.util.random.RandomGenerator;

import dev.waggle.math.DomainCheck;

/**
 * Eventual period of a sequence of labels: the smallest p such that the last max(3p, p + 3) entries repeat exactly
 * with the period p. 1 is a constant end. There is no period when none up to a third of the length fits. So a single
 * new label after a long constant run is no period.
 *
 * <p>The entries repeat when each of the last max(2p, 3) equals the one p before. The runs of such matches for all p
 * are the Z function of the reversed sequence, O(n) in all (Gusfield 1997, Algorithms on Strings, sec. 1.4).
 * {@link SymbolicPeriodMonitor} works round by round.
 *
 * <p>A short sequence of few labels repeats by chance, with the probability in {@link #significance}.
 */
public final class SymbolicPeriod {

    /** The answer when there is no period. */
    public static final int NONE = 0;

    private SymbolicPeriod() {}

    /** The period, 1 to a third of the length, or {@link #NONE}. O(n). */
    public static int of(int[] labels) {
        return period(matches(labels));
    }

    /**
     * Significance of a period: compares the repetition of the labels with shuffled sequences.
     *
     * @param period of the sequence, or 0
     * @param matches number of entries at the end that equal the one a period before; 0 without a period
     * @param pValue share of the shuffles, the sequence itself counted as one, that match as often with the smallest
     *        period of their own; above 0, at most 1. 1 without a period and for a constant sequence, which has no
     *        order
     * @param shuffles number of shuffles
     */
    public record Significance(int period, int matches, double pValue, int shuffles) {}

    /**
     * A permutation test: the same labels in random order (Theiler et al. 1992, surrogate data; Davison and Hinkley
     * 1997, sec. 4.2 for the count of one). O(shuffles n).
     *
     * @param shuffles at least 1; the smallest p-value is 1 / (shuffles + 1)
     */
    public static Significance significance(int[] labels, int shuffles, RandomGenerator random) {
        DomainCheck.atLeast("shuffles", shuffles, 1);
        int[] runs = matches(labels);
        int period = period(runs);
        int observed = period == NONE ? 0 : runs[period];
        int[] shuffled = labels.clone();
        int asMany = 1;
        for (int k = 0; k < shuffles; k++) {
            for (int i = shuffled.length - 1; i > 0; i--) {
                int j = random.nextInt(i + 1);
                int label = shuffled[i];
                shuffled[i] = shuffled[j];
                shuffled[j] = label;
            }
            int[] others = matches(shuffled);
            int other = period(others);
            asMany += (other == NONE ? 0 : others[other]) >= observed ? 1 : 0;
        }
        return new Significance(period, observed, asMany / (shuffles + 1.0), shuffles);
    }

    /** Number of consecutive matches at the end that make p a period. */
    static int needed(int period) {
        return Math.max(2 * period, 3);
    }

    private static int period(int[] runs) {
        for (int period = 1; period <= runs.length / 3; period++) {
            if (runs[period] >= needed(period)) {
                return period;
            }
        }
        return NONE;
    }

    /**
     * Counts, for each p, the consecutive entries from the last back that equal the one p before (the backward Z
     * function).
     */
    private static int[] matches(int[] labels) {
        int size = labels.length;
        int[] runs = new int[size];
        int left = 0;
        int right = 0;
        for (int p = 1; p < size; p++) {
            int run = p < right ? Math.min(right - p, runs[p - left]) : 0;
            while (p + run < size && labels[size - 1 - run] == labels[size - 1 - p - run]) {
                run++;
            }
            runs[p] = run;
            if (p + run > right) {
                left = p;
                right = p + run;
            }
        }
        return runs;
    }
}
