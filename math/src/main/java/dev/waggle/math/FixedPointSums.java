package dev.waggle.math;

import java.util.Arrays;

/**
 * Sums from which a term can be taken away again without a trace. Each sum is an integer of 128 bits that counts units
 * of 2^-62: whole part and signed fraction. Integers add in any order to the same bits and take back exactly; doubles
 * do neither. Rounding a term to a unit changes it by at most 2^-63, less than a double between 1 and 2 resolves.
 *
 * <p>Owned by one thread. Memory 16 bytes per sum, each step O(1).
 */
public final class FixedPointSums {

    /** The largest size of a term: 2^31, so that 2^31 terms cannot overflow the whole part. */
    public static final double MAX_TERM = 0x1p31;

    private static final int FRACTION_BITS = 62;
    private static final double UNITS = 0x1p62;
    private static final long HALF = 1L << (FRACTION_BITS - 1);
    private static final long MASK = (1L << FRACTION_BITS) - 1;

    private long[] whole;
    private long[] fraction;
    private int size;

    /** That many sums, each 0. */
    public FixedPointSums(int size) {
        this.size = size;
        whole = new long[Math.max(4, size)];
        fraction = new long[Math.max(4, size)];
    }

    /** Number of sums. */
    public int size() {
        return size;
    }

    /** One more sum, 0. Answers its place. */
    public int grow() {
        if (size == whole.length) {
            whole = Arrays.copyOf(whole, 2 * size);
            fraction = Arrays.copyOf(fraction, 2 * size);
        }
        return size++;
    }

    /** Adds a term of at most {@link #MAX_TERM} in size; its negative takes it away. */
    public void add(int place, double term) {
        if (!(Math.abs(term) <= MAX_TERM)) {
            throw new IllegalArgumentException("a term must be between -2^31 and 2^31, got " + term);
        }
        double integer = Math.rint(term);
        long parts = fraction[place] + (long) Math.rint((term - integer) * UNITS); // Both below 2^61: no overflow.
        long carry = (parts + HALF) >> FRACTION_BITS;
        whole[place] += (long) integer + carry;
        fraction[place] = ((parts + HALF) & MASK) - HALF;
    }

    /** The value of a sum, rounded to a double. */
    public double get(int place) {
        return (double) whole[place] + (double) fraction[place] / UNITS;
    }
}
