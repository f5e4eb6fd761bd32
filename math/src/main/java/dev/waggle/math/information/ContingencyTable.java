package dev.waggle.math.information;

import dev.waggle.math.DomainCheck;

/** Contingency table: checked counts with their margins, without empty rows and columns. */
final class ContingencyTable {

    /** Largest number of counts, bounded by the shuffles of a permutation test and the tails of margins. */
    static final int MAX_TOTAL = 10_000_000;

    /** Totals of the rows that have a count. */
    final int[] rows;

    /** Totals of the columns that have a count. */
    final int[] columns;

    /** Of all counts, at least 1. */
    final int total;

    /** The table as it was given. */
    final double[][] masses;

    private ContingencyTable(int[] rows, int[] columns, int total, double[][] masses) {
        this.rows = rows;
        this.columns = columns;
        this.total = total;
        this.masses = masses;
    }

    static ContingencyTable of(int[][] table) {
        int width = table.length == 0 ? 0 : table[0].length;
        double[][] masses = new double[table.length][width];
        int[] rows = new int[table.length];
        int[] columns = new int[width];
        long total = 0;
        for (int x = 0; x < table.length; x++) {
            if (table[x].length != width) {
                throw new IllegalArgumentException("table must have rows of one length, got " + width
                        + " in row 0 and " + table[x].length + " in row " + x);
            }
            for (int y = 0; y < width; y++) {
                int count = DomainCheck.atLeast("table[" + x + "][" + y + "]", table[x][y], 0);
                total += count;
                if (total > MAX_TOTAL) {
                    throw new IllegalArgumentException("table must have at most " + MAX_TOTAL + " counts, got more at ["
                            + x + "][" + y + "]\nMaybe scale the counts down, or look at a window of them.");
                }
                masses[x][y] = count;
                rows[x] += count;
                columns[y] += count;
            }
        }
        if (total == 0) {
            throw new IllegalArgumentException("table must have a count, got " + table.length + " rows of zeros");
        }
        return new ContingencyTable(positive(rows), positive(columns), (int) total, masses);
    }

    private static int[] positive(int[] counts) {
        int size = 0;
        for (int count : counts) {
            size += count > 0 ? 1 : 0;
        }
        int[] kept = new int[size];
        int next = 0;
        for (int count : counts) {
            if (count > 0) {
                kept[next++] = count;
            }
        }
        return kept;
    }
}
