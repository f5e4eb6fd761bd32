package dev.waggle.swarm.reliability;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Numbers of all members in columns, as they are written: each column has those of every member, one after another. */
final class MemberColumns {

    /** Counts of a member: outcomes, right ones, steps, and the last outcome. */
    private static final int COUNTS = 4;

    /** Numbers of terms. */
    private final int[] sizes;
    /** Numbers of kinds of confidence. */
    private final int[] kinds;
    private final long[] counts;
    private final int[] terms;
    private final double[] means;
    private final double[] deviations;
    private final double[] oddsSums;
    private final long[] oddsCounts;

    private MemberColumns(int[] sizes, int[] kinds) {
        this.sizes = sizes;
        this.kinds = kinds;
        int allTerms = Math.toIntExact(Arrays.stream(sizes).asLongStream().sum());
        int allKinds = Math.toIntExact(Arrays.stream(kinds).asLongStream().sum());
        counts = new long[COUNTS * sizes.length];
        terms = new int[allTerms];
        means = new double[allTerms];
        deviations = new double[allTerms];
        oddsSums = new double[allKinds];
        oddsCounts = new long[allKinds];
    }

    static MemberColumns of(List<MemberState> members) {
        int[] sizes = members.stream().mapToInt(MemberState::size).toArray();
        int[] kinds = members.stream().mapToInt(MemberState::kinds).toArray();
        MemberColumns columns = new MemberColumns(sizes, kinds);
        int term = 0;
        int kind = 0;
        for (int number = 0; number < sizes.length; number++) {
            MemberState member = members.get(number);
            long[] counts = {member.outcomes(), member.right(), member.steps(), member.seen()};
            System.arraycopy(counts, 0, columns.counts, COUNTS * number, COUNTS);
            member.copyTerms(columns.terms, columns.means, columns.deviations, term);
            for (int i = 0; i < kinds[number]; i++) {
                columns.oddsSums[kind + i] = member.oddsSum(i);
                columns.oddsCounts[kind + i] = member.oddsCount(i);
            }
            term += sizes[number];
            kind += kinds[number];
        }
        return columns;
    }

    /** Reads the columns of so many members. */
    static MemberColumns read(int members, ByteBuffer in) {
        if (2L * Integer.BYTES * members > in.remaining()) {
            throw new BufferUnderflowException();
        }
        int[] sizes = new int[members];
        int[] kinds = new int[members];
        get(sizes, in);
        get(kinds, in);
        long left = (long) COUNTS * Long.BYTES * members;
        for (int member = 0; member < members; member++) {
            if (sizes[member] < 0 || kinds[member] < 0 || kinds[member] > CaseBallot.MAX_CONFIDENCES) {
                throw new IllegalArgumentException("the state of reliability is damaged: a member has " + sizes[member]
                        + " terms and " + kinds[member] + " kinds of confidence");
            }
            left += (long) sizes[member] * (Integer.BYTES + 2 * Double.BYTES)
                    + (long) kinds[member] * (Double.BYTES + Long.BYTES);
        }
        if (left > in.remaining()) {
            throw new BufferUnderflowException();
        }
        MemberColumns columns = new MemberColumns(sizes, kinds);
        get(columns.counts, in);
        get(columns.terms, in);
        get(columns.means, in);
        get(columns.deviations, in);
        get(columns.oddsSums, in);
        get(columns.oddsCounts, in);
        return columns;
    }

    /** The members of these columns. */
    List<MemberState> members() {
        List<MemberState> members = new ArrayList<>(sizes.length);
        int term = 0;
        int kind = 0;
        for (int number = 0; number < sizes.length; number++) {
            MemberState member = new MemberState();
            member.restoreTerms(sizes[number], terms, means, deviations, term);
            for (int i = 0; i < kinds[number]; i++) {
                member.addOdds(i, oddsSums[kind + i], oddsCounts[kind + i]);
            }
            member.addOutcomes(counts[COUNTS * number], counts[COUNTS * number + 1]);
            member.restore(counts[COUNTS * number + 2], counts[COUNTS * number + 3]);
            members.add(member);
            term += sizes[number];
            kind += kinds[number];
        }
        return members;
    }

    /** Bytes of the columns as they are written. */
    int bytes() {
        return Math.toIntExact((long) Integer.BYTES * (sizes.length + kinds.length + terms.length)
                + (long) Long.BYTES * (counts.length + oddsCounts.length)
                + (long) Double.BYTES * (means.length + deviations.length + oddsSums.length));
    }

    void write(ByteBuffer out) {
        put(sizes, out);
        put(kinds, out);
        put(counts, out);
        put(terms, out);
        put(means, out);
        put(deviations, out);
        put(oddsSums, out);
        put(oddsCounts, out);
    }

    static void put(int[] column, ByteBuffer out) {
        out.asIntBuffer().put(column);
        out.position(out.position() + Integer.BYTES * column.length);
    }

    static void put(long[] column, ByteBuffer out) {
        out.asLongBuffer().put(column);
        out.position(out.position() + Long.BYTES * column.length);
    }

    static void get(int[] column, ByteBuffer in) {
        in.asIntBuffer().get(column);
        in.position(in.position() + Integer.BYTES * column.length);
    }

    static void get(long[] column, ByteBuffer in) {
        in.asLongBuffer().get(column);
        in.position(in.position() + Long.BYTES * column.length);
    }

    private static void put(double[] column, ByteBuffer out) {
        out.asDoubleBuffer().put(column);
        out.position(out.position() + Double.BYTES * column.length);
    }

    private static void get(double[] column, ByteBuffer in) {
        in.asDoubleBuffer().get(column);
        in.position(in.position() + Double.BYTES * column.length);
    }
}
