package dev.waggle.swarm.reliability;

import java.nio.ByteBuffer;

/**
 * State of two agents together: the links between their terms, and how often they were right in the same decisions.
 *
 * <p>A link is a covariance over both variances. When one of the two learns without the other, its variance falls and the
 * link stays. So the covariance falls with that variance, as the regression of the other on it stays what it was. The
 * correlation falls too, and never beyond 1.
 */
final class PairState {

    /** Bytes of a pair without terms: the object, its array and its place in a map. */
    private static final int OVERHEAD = 176;

    /** Bytes before the links of a pair as it is written. */
    static final int RECORD_HEAD = 7 * Long.BYTES + 2 * Integer.BYTES;

    /** Part of the links that an outcome of one without the other leaves. */
    private static final double KEPT = 0.9;

    private int rows;
    private int columns;
    private double[] links = new double[0];
    private long together;
    private long firstRight;
    private long secondRight;
    private long bothRight;
    private long seen;
    private long firstAt;
    private long secondAt;

    /** Link of a term of the first with one of the second, by their places; 0 where none was learned. */
    double link(int row, int column) {
        return row < rows && column < columns ? links[row * columns + column] : 0;
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
            System.arraycopy(links, row * columns, larger, row * newColumns, columns);
        }
        rows = newRows;
        columns = newColumns;
        links = larger;
    }

    /** Reads a pair at the place of a buffer. */
    static PairState read(ByteBuffer in) {
        PairState pair = new PairState();
        pair.seen = in.getLong();
        pair.firstAt = in.getLong();
        pair.secondAt = in.getLong();
        pair.together = in.getLong();
        pair.firstRight = in.getLong();
        pair.secondRight = in.getLong();
        pair.bothRight = in.getLong();
        pair.rows = in.getInt();
        pair.columns = in.getInt();
        pair.links = new double[pair.rows * pair.columns];
        in.asDoubleBuffer().get(pair.links);
        return pair;
    }

    /** Writes the pair: its head, then the links row by row. */
    void write(ByteBuffer out) {
        out.putLong(seen).putLong(firstAt).putLong(secondAt).putLong(together).putLong(firstRight).putLong(secondRight)
                .putLong(bothRight).putInt(rows).putInt(columns);
        out.asDoubleBuffer().put(links);
        out.position(out.position() + Double.BYTES * links.length);
    }

    /** Bytes of the pair as it is written. */
    int recordBytes() {
        return RECORD_HEAD + Double.BYTES * links.length;
    }

    void set(int row, int column, double link) {
        links[row * columns + column] = link;
    }

    /** Bytes on the heap, an estimate. */
    long bytes() {
        return bytes(links.length);
    }

    /** Bytes on the heap with that number of links, an estimate. */
    static long bytes(long links) {
        return OVERHEAD + Double.BYTES * links;
    }

    /**
     * Part of the links that still holds, 0..1. Each step that one of the two had without the other takes a tenth, so that
     * links never outlive what they were learned with.
     */
    double kept(MemberState first, MemberState second) {
        long apart = Math.max(0, first.steps() - firstAt) + Math.max(0, second.steps() - secondAt);
        return apart == 0 ? 1 : StrictMath.pow(KEPT, (double) apart);
    }

    /** Notes the outcome that both are in, beside the steps that each has had then. */
    void see(long outcome, long ofFirst, long ofSecond) {
        seen = outcome;
        firstAt = ofFirst;
        secondAt = ofSecond;
    }

    /** The number of the outcome that it was in last. */
    long seen() {
        return seen;
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

    /** Correlation of being right (phi, Yule 1912), -1..1; 0 while one of them was never right or never wrong. */
    double redundancy() {
        double n = together;
        double variances = firstRight * (n - firstRight) * (secondRight * (n - secondRight));
        return variances <= 0 ? 0 : Math.clamp((n * bothRight - (double) firstRight * secondRight)
                / Math.sqrt(variances), -1, 1);
    }
}
