package dev.waggle.math.information;

import java.util.Arrays;
import java.util.OptionalDouble;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;

/**
 * Mutual information of two variables, from the contingency table of their values. I(X; Y) = sum p(x, y) log2(p(x, y)
 * / (p(x) p(y))) in bits. The range is 0 (independent) to the smaller of both entropies (the other variable
 * determines it). It needs pairs; for two histograms of unpaired cases use {@link Divergence#overlap}.
 *
 * <p>For few pairs and many values the plain figure is too high, by about (rows - 1)(columns - 1) / (2 n ln 2) bits
 * for independent variables. {@link AdjustedInformation} corrects that.
 *
 * <p>Sources: Shannon (1948); Cover and Thomas (2006), Elements of Information Theory, chapter 2; the normalized forms
 * after Strehl and Ghosh (2002) and Vinh, Epps and Bailey (2010).
 *
 * @param rowEntropy H(X) in bits
 * @param columnEntropy H(Y) in bits
 * @param jointEntropy H(X, Y) in bits
 * @param bits I(X; Y), 0..min(H(X), H(Y))
 */
public record MutualInformation(double rowEntropy, double columnEntropy, double jointEntropy, double bits) {

    public MutualInformation {
        DomainCheck.nonNegative("rowEntropy", rowEntropy);
        DomainCheck.nonNegative("columnEntropy", columnEntropy);
        DomainCheck.nonNegative("jointEntropy", jointEntropy);
        DomainCheck.nonNegative("bits", bits);
    }

    /**
     * Of a joint table of counts or masses. O(rows x columns).
     *
     * @param table table[x][y] at least 0, rows of one length, not all 0; need not sum to 1
     */
    public static MutualInformation of(double[][] table) {
        DomainCheck.matrix("table", table);
        Cells cells = new Cells(table.length * (table.length == 0 ? 0L : table[0].length));
        for (int x = 0; x < table.length; x++) {
            DomainCheck.nonNegative("table[" + x + "]", table[x]);
            for (int y = 0; y < table[x].length; y++) {
                if (table[x][y] > 0) {
                    cells.add(x, y, table[x][y]);
                }
            }
        }
        if (cells.count == 0) {
            throw new IllegalArgumentException("table must have some mass, got " + table.length + " rows"
                    + (table.length == 0 ? "" : " of " + table[0].length + " zeros"));
        }
        return of(cells, table.length, table[0].length);
    }

    /**
     * Of two labels of each case, aligned: the case i has the labels xs[i] and ys[i]. Any numbers may be labels; only
     * which are equal matters. O(n log n), for any numbers.
     *
     * @param xs at least one
     * @param ys as many
     */
    public static MutualInformation ofLabels(int[] xs, int[] ys) {
        if (xs.length != ys.length || xs.length == 0) {
            throw new IllegalArgumentException("xs and ys must have one length and at least one label, got "
                    + xs.length + " and " + ys.length);
        }
        int[] distinctX = Arrays.stream(xs).sorted().distinct().toArray();
        int[] distinctY = Arrays.stream(ys).sorted().distinct().toArray();
        long[] pairs = new long[xs.length];
        for (int i = 0; i < xs.length; i++) {
            pairs[i] = ((long) Arrays.binarySearch(distinctX, xs[i]) << 32) | Arrays.binarySearch(distinctY, ys[i]);
        }
        Arrays.sort(pairs);
        Cells cells = new Cells(pairs.length);
        for (int from = 0, to; from < pairs.length; from = to) {
            to = from;
            while (to < pairs.length && pairs[to] == pairs[from]) {
                to++;
            }
            cells.add((int) (pairs[from] >> 32), (int) pairs[from], to - from);
        }
        return of(cells, distinctX.length, distinctY.length);
    }

    /** 2 I / (H(X) + H(Y)), 0..1; empty when both variables are constant, because it is 0/0. */
    public OptionalDouble arithmetic() {
        return over((rowEntropy + columnEntropy) / 2);
    }

    /** I / sqrt(H(X) H(Y)), 0..1; empty when a variable is constant. */
    public OptionalDouble geometric() {
        return over(Math.sqrt(rowEntropy * columnEntropy));
    }

    /** I / max(H(X), H(Y)), 0..1; empty when both variables are constant. */
    public OptionalDouble byLarger() {
        return over(Math.max(rowEntropy, columnEntropy));
    }

    /** I / min(H(X), H(Y)), 0..1: 1 when one variable determines the other, empty when one is constant. */
    public OptionalDouble bySmaller() {
        return over(Math.min(rowEntropy, columnEntropy));
    }

    /** The variation of information H(X | Y) + H(Y | X) in bits, 0..H(X, Y); a metric (Meila 2007). */
    public double variation() {
        return Math.max(0, jointEntropy - bits);
    }

    private OptionalDouble over(double max) {
        return max > 0 ? OptionalDouble.of(Math.min(1, bits / max)) : OptionalDouble.empty();
    }

    private static MutualInformation of(Cells cells, int rows, int columns) {
        double[] joint = DomainCheck.distribution("table", Arrays.copyOf(cells.masses, cells.count));
        double[] row = margin(joint, cells.rows, rows);
        double[] column = margin(joint, cells.columns, columns);
        double rowEntropy = Entropy.bits(row);
        double columnEntropy = Entropy.bits(column);
        CompensatedSum nats = new CompensatedSum();
        CompensatedSum independentlyElsewhere = new CompensatedSum();
        independentlyElsewhere.add(1);
        for (int i = 0; i < joint.length; i++) {
            double independent = row[cells.rows[i]] * column[cells.columns[i]];
            double more = joint[i] - independent;
            double ratio = Math.abs(more) <= independent / 2 ? Math.log1p(more / independent)
                    : Math.log(joint[i]) - Math.log(row[cells.rows[i]]) - Math.log(column[cells.columns[i]]);
            nats.add(joint[i] > 0 ? joint[i] * ratio - more : independent);
            independentlyElsewhere.add(-independent);
        }
        // Each term is at least 0; cells without a count would add the share that independence expects there.
        if ((long) positive(row) * positive(column) > joint.length) {
            nats.add(Math.max(0, independentlyElsewhere.get()));
        }
        double bits = Math.clamp(nats.get() / Entropy.LN2, 0, Math.min(rowEntropy, columnEntropy));
        return new MutualInformation(rowEntropy, columnEntropy, Entropy.bits(joint), bits);
    }

    private static double[] margin(double[] joint, int[] places, int size) {
        CompensatedSum[] sums = new CompensatedSum[size];
        Arrays.setAll(sums, i -> new CompensatedSum());
        for (int i = 0; i < joint.length; i++) {
            sums[places[i]].add(joint[i]);
        }
        double[] margin = new double[size];
        Arrays.setAll(margin, i -> sums[i].get());
        return DomainCheck.distribution("margin", margin);
    }

    private static int positive(double[] shares) {
        int count = 0;
        for (double share : shares) {
            count += share > 0 ? 1 : 0;
        }
        return count;
    }

    /** The cells of a table that have mass. */
    private static final class Cells {

        private int[] rows;
        private int[] columns;
        private double[] masses;
        private int count;

        Cells(long max) {
            int size = (int) Math.min(max, 1024);
            rows = new int[size];
            columns = new int[size];
            masses = new double[size];
        }

        void add(int row, int column, double mass) {
            if (count == masses.length) {
                rows = Arrays.copyOf(rows, 2 * count);
                columns = Arrays.copyOf(columns, 2 * count);
                masses = Arrays.copyOf(masses, 2 * count);
            }
            rows[count] = row;
            columns[count] = column;
            masses[count++] = mass;
        }
    }
}
