package dev.waggle.math.information;

import java.util.Arrays;

import dev.waggle.math.DomainCheck;

/**
 * Counts that arrive one at a time, over many places of which few have one, such as the words of a speaker. Adding
 * costs O(1), memory follows the places that have a count.
 *
 * <p>One thread owns it; it is thrown away rather than reset.
 */
public final class SparseHistogram {

    private static final int FIRST_SLOTS = 16;

    /** Spreads places over the slots (Knuth 6.4, multiplicative hashing). */
    private static final int GOLDEN = 0x9E3779B9;

    private int[] slots = new int[FIRST_SLOTS]; // Index into the places plus 1; 0 for none. At most half are taken.
    private int[] places = new int[FIRST_SLOTS / 2];
    private int[] counts = new int[FIRST_SLOTS / 2];
    private int observations;
    private int total;

    public SparseHistogram() {}

    /** Counts one more at that place, 0..{@link RunningEntropy#MAX_PLACES} - 1; nothing once an int is full. */
    public void add(int place) {
        DomainCheck.index("place", place, RunningEntropy.MAX_PLACES);
        if (total == Integer.MAX_VALUE) {
            return;
        }
        int slot = slot(place);
        if (slots[slot] == 0) {
            if (observations == places.length) {
                grow();
                slot = slot(place);
            }
            places[observations] = place;
            slots[slot] = ++observations;
        }
        counts[slots[slot] - 1]++;
        total++;
    }

    /** Sum of all counts. */
    public int total() {
        return total;
    }

    /** Number of places with a count. */
    public int observations() {
        return observations;
    }

    /** Count at that place. */
    public int count(int place) {
        int index = slots[slot(place)];
        return index == 0 ? 0 : counts[index - 1];
    }

    /**
     * Overlap of two histograms, as {@link Divergence#overlap}: 1 - Jensen-Shannon divergence, 0..1. It is 0 when one
     * has no count. 1 - overlap is the mutual information, at most one bit, between a count and its histogram, if
     * both are equally likely. O(places of the one that has fewer), with a logarithm for each common place.
     *
     * <p>A place that one of them lacks adds half its share to the divergence, so only common places are visited.
     * Each adds m ln2 + (m ln m - (p ln p + q ln q) / 2) for the shares p and q, m = (p + q) / 2.
     */
    public double overlap(SparseHistogram other) {
        return observations <= other.observations ? common(other) : other.common(this);
    }

    private double common(SparseHistogram other) {
        if (total == 0 || other.total == 0) {
            return 0;
        }
        double one = 1.0 / total;
        double oneOfOther = 1.0 / other.total;
        double sum = 0;
        for (int i = 0; i < observations; i++) {
            int index = other.slots[other.slot(places[i])];
            if (index > 0) {
                int count = other.counts[index - 1];
                boolean equal = (long) counts[i] * other.total == (long) count * total;
                sum += equal ? counts[i] * one : term(counts[i] * one, count * oneOfOther);
            }
        }
        return Math.min(1, sum);
    }

    private static double term(double p, double q) {
        double m = (p + q) / 2;
        return m - (p * Math.log(p / m) + q * Math.log(q / m)) / (2 * Entropy.LN2);
    }

    private int slot(int place) {
        int mask = slots.length - 1;
        int slot = (place * GOLDEN) >>> Integer.numberOfLeadingZeros(mask);
        while (slots[slot] != 0 && places[slots[slot] - 1] != place) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        places = Arrays.copyOf(places, 2 * places.length);
        counts = Arrays.copyOf(counts, places.length);
        slots = new int[2 * places.length];
        for (int i = 0; i < observations; i++) {
            slots[slot(places[i])] = i + 1;
        }
    }
}
