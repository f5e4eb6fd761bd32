package dev.waggle.math.information;

import java.util.Arrays;
import java.util.OptionalDouble;

import dev.waggle.math.CompensatedSum;
import org.hipparchus.distribution.discrete.HypergeometricDistribution;

/**
 * Adjusted mutual information (AMI), corrected for chance: (I - E[I]) / ((H(X) + H(Y)) / 2 - E[I]). E[I] is the exact
 * mean of I over all tables with the same margins, each as likely as shuffling the labels makes it. About 0 for
 * unrelated variables for any number of cases, 1 for a bijection; it may be below 0 when they agree less than chance
 * would.
 *
 * <p>Source: Vinh, Epps and Bailey (2010), Information theoretic measures for clusterings comparison, eq. 24a; the
 * arithmetic mean as upper bound (AMI_sum).
 *
 * @param information the plain measures
 * @param expected E[I] in bits, 0..(H(X) + H(Y)) / 2
 * @param adjusted at most 1; empty when chance attains the bound: both variables constant, or no two cases alike
 */
public record AdjustedInformation(MutualInformation information, double expected, OptionalDouble adjusted) {

    /** Counts in a table at most. */
    public static final int MAX_TOTAL = ContingencyTable.MAX_TOTAL;

    /** Bits that chance must leave below the bound; less is rounding of the expectation. */
    private static final double MIN_ROOM = 1e-10;

    /** Terms this much below the most likely one no longer change the sum. */
    private static final double NEGLIGIBLE = 0x1p-80;

    /**
     * Of a table of counts. O(rows x columns) plus, for each pair of distinct margins a and b, the spread of a
     * hypergeometric count, O(sqrt(min(a, b))).
     *
     * @param table table[x][y] at least 0, rows of one length, not all 0, in all at most {@link #MAX_TOTAL}
     */
    public static AdjustedInformation of(int[][] table) {
        ContingencyTable counts = ContingencyTable.of(table);
        MutualInformation information = MutualInformation.of(counts.masses);
        double bound = (information.rowEntropy() + information.columnEntropy()) / 2;
        double expected = Math.clamp(expected(counts), 0, bound);
        OptionalDouble adjusted = bound - expected <= MIN_ROOM ? OptionalDouble.empty()
                : OptionalDouble.of(Math.min(1, (information.bits() - expected) / (bound - expected)));
        return new AdjustedInformation(information, expected, adjusted);
    }

    private static double expected(ContingencyTable counts) {
        int[] rows = counts.rows.clone();
        int[] columns = counts.columns.clone();
        Arrays.sort(rows);
        Arrays.sort(columns);
        CompensatedSum bits = new CompensatedSum();
        for (int i = 0, nextI; i < rows.length; i = nextI) {
            nextI = endOfRun(rows, i);
            for (int j = 0, nextJ; j < columns.length; j = nextJ) {
                nextJ = endOfRun(columns, j);
                double pairs = (double) (nextI - i) * (nextJ - j);
                bits.add(pairs * expectedCell(rows[i], columns[j], counts.total));
            }
        }
        return bits.get();
    }

    private static int endOfRun(int[] sorted, int from) {
        int to = from;
        while (to < sorted.length && sorted[to] == sorted[from]) {
            to++;
        }
        return to;
    }

    /** The sum over k of P(k) (k/n) log2(n k / (a b)) for a hypergeometric count k, from its mode outwards. */
    private static double expectedCell(int a, int b, int n) {
        int min = (int) Math.max(0, (long) a + b - n);
        int max = Math.min(a, b);
        int mode = Math.clamp((a + 1L) * (b + 1L) / (n + 2L), min, max);
        double atMode = new HypergeometricDistribution(n, a, b).probability(mode);
        CompensatedSum sum = new CompensatedSum();
        double p = atMode;
        for (int k = mode; k <= max && p > atMode * NEGLIGIBLE; k++) {
            sum.add(p * term(k, a, b, n));
            p *= (double) (a - k) / (k + 1) * ((double) (b - k) / ((long) n - a - b + k + 1));
        }
        p = atMode;
        for (int k = mode; k > min;) {
            p *= (double) k / (a - k + 1) * ((double) ((long) n - a - b + k) / (b - k + 1));
            k--;
            if (p <= atMode * NEGLIGIBLE) {
                break;
            }
            sum.add(p * term(k, a, b, n));
        }
        return sum.get();
    }

    private static double term(int k, int a, int b, int n) {
        return k == 0 ? 0 : (double) k / n * Entropy.log2((double) k / a * ((double) n / b));
    }
}
