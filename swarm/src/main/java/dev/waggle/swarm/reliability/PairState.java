package dev.waggle.swarm.reliability;

import java.nio.ByteBuffer;

/**
 * State of two agents together: the correlations between their terms, and how often they were right in the same decisions.
 * Correlations and not covariances: so an agent that learns without the other keeps them.
 */
final class PairState {

    /** Bytes of a pair without terms: the object, its array and its place in a map. */
    private static final int OVERHEAD = 160;

    private int rows;
    private int columns;
    private double[] correlations = new double[0];
    private long together;
    private long firstRight;
    private long secondRight;
    private long bothRight;
    private long seen;

    /** Correlation of a term of the first with one of the second, by their places; 0 where none was learned. */
    double correlation(int row, int column) {
        return row < rows && column < columns ? correlations[row * columns + column] : 0;
    }

    int rows() {
        return rows;
    }

    int columns() {
        return columns;
    }

    /** Makes room for so many terms of both. */
    void resize(int newRows, int newColumns) {
        if (newRows == rows && newColumns == columns) {
            return;
        }
        double[] larger = new double[newRows * newColumns];
        for (int row = 0; row < rows; row++) {
            System.arraycopy(correlations, row * columns, larger, row * newColumns, columns);
        }
        rows = newRows;
        columns = newColumns;
        correlations = larger;
    }

    /** Reads the correlations of so many terms of both, row by row, in one copy. */
    void read(int newRows, int newColumns, ByteBuffer in) {
        resize(newRows, newColumns);
        in.asDoubleBuffer().get(correlations);
        in.position(in.position() + Double.BYTES * correlations.length);
    }

    void set(int row, int column, double correlation) {
        correlations[row * columns + column] = correlation;
    }

    /** Bytes on the heap, an estimate. */
    long bytes() {
        return bytes(correlations.length);
    }

    /** Bytes on the heap with that number of correlations, an estimate. */
    static long bytes(long correlations) {
        return OVERHEAD + Double.BYTES * correlations;
    }

    /** The number of the outcome that it was in last. */
    long seen() {
        return seen;
    }

    void see(long outcome) {
        seen = outcome;
    }

    /** Adds decisions in which both had an answer. */
    void count(long more, long first, long second, long both) {
        together += more;
        firstRight += first;
        secondRight += second;
        bothRight += both;
    }

    long together() {
        return together;
    }

    long firstRight() {
        return firstRight;
    }

    long secondRight() {
        return secondRight;
    }

    long bothRight() {
        return bothRight;
    }

    /** Correlation of being right (phi, Yule 1912), -1..1; 0 while one of them was never right or never wrong. */
    double redundancy() {
        double n = together;
        double variances = firstRight * (n - firstRight) * (secondRight * (n - secondRight));
        return variances <= 0 ? 0 : Math.clamp((n * bothRight - (double) firstRight * secondRight)
                / Math.sqrt(variances), -1, 1);
    }
}
