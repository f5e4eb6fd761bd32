package dev.waggle.math.information;

import java.util.Arrays;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;

/**
 * Running entropy of counts that arrive one at a time: H = log2 n - (1/n) sum c log2 c in bits. Adding and
 * withdrawing a count costs O(1); memory is one number for each place. Its rounding error does not grow with the
 * counts, as a step from c to c + 1 adds log(c + 1) + c log(1 + 1/c).
 *
 * <p>One thread owns it; it is discarded rather than reset.
 */
public final class RunningEntropy {

    /** Maximum number of places; above it the memory requires another method. */
    public static final int MAX_PLACES = 1 << 22;

    private long[] counts;
    private long total;
    private int seen;
    private final CompensatedSum weighted = new CompensatedSum(); // sum of c ln c

    /** Without a count. Places are added as they are met. */
    public RunningEntropy() {
        counts = new long[8];
    }

    /** Counts one more at that place, 0..{@link #MAX_PLACES} - 1. */
    public void add(int place) {
        DomainCheck.index("place", place, MAX_PLACES);
        if (place >= counts.length) {
            counts = Arrays.copyOf(counts, (int) Math.min(MAX_PLACES, Math.max(place + 1L, 2L * counts.length)));
        }
        weighted.add(step(counts[place]));
        seen += counts[place] == 0 ? 1 : 0;
        counts[place]++;
        total++;
    }

    /** Takes one back, as when it leaves a window; there must be one at that place. */
    public void remove(int place) {
        if (count(place) == 0) {
            throw new IllegalArgumentException("place must have a count to take back, got " + place + " with 0");
        }
        counts[place]--;
        total--;
        seen -= counts[place] == 0 ? 1 : 0;
        weighted.add(-step(counts[place]));
    }

    /** Count at that place. */
    public long count(int place) {
        DomainCheck.index("place", place, MAX_PLACES);
        return place < counts.length ? counts[place] : 0;
    }

    /** The entropy in bits, 0..log2 of the places with a count; 0 without a count. */
    public double bits() {
        if (seen < 2) {
            return 0;
        }
        return Math.clamp((Math.log((double) total) - weighted.get() / total) / Entropy.LN2, 0, Entropy.log2(seen));
    }

    /** (c + 1) ln(c + 1) - c ln c. */
    private static double step(long count) {
        return count == 0 ? 0 : Math.log(count + 1.0) + count * Math.log1p(1.0 / count);
    }
}
