package dev.waggle.signal.pattern;

import java.util.Arrays;
import java.util.List;

import dev.waggle.signal.pattern.SegmentInterner.InternedSegment;
import org.jspecify.annotations.Nullable;

/** Bucket of the entries of one mask with the same words, unordered. */
final class PatternBucket<V> {

    private static final @Nullable PatternEntry<?>[] EMPTY = {};

    final WildcardMask mask;

    /** The words in the order of the positions of the mask. */
    final InternedSegment[] words;

    final long hash;

    /** The first entry, stored here to save a memory access: most buckets have only this one. */
    private @Nullable PatternEntry<V> first;

    private @Nullable PatternEntry<V>[] others = emptyEntries();
    private int size;

    PatternBucket(WildcardMask mask, InternedSegment[] words, long hash) {
        this.mask = mask;
        this.words = words;
        this.hash = hash;
    }

    void add(PatternEntry<V> filing) {
        if (size > others.length) {
            others = Arrays.copyOf(others, 2 * size);
        }
        put(filing, size++);
    }

    void remove(PatternEntry<V> filing) {
        size--;
        PatternEntry<V> last = size == 0 ? first : others[size - 1];
        put(last, filing.index);
        put(null, size);
        if (4 * size < others.length) {
            others = Arrays.copyOf(others, others.length / 2);
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    void addTo(List<PatternEntry<V>> found) {
        if (first != null) {
            found.add(first);
        }
        for (int i = 0; i < size - 1; i++) {
            PatternEntry<V> other = others[i];
            if (other != null) {
                found.add(other);
            }
        }
    }

    private void put(@Nullable PatternEntry<V> filing, int index) {
        if (index == 0) {
            first = filing;
        } else {
            others[index - 1] = filing;
        }
        if (filing != null) {
            filing.index = index;
        }
    }

    @SuppressWarnings("unchecked") // An array of a generic class, which does not escape.
    private static <V> @Nullable PatternEntry<V>[] emptyEntries() {
        return (@Nullable PatternEntry<V>[]) EMPTY;
    }

    /** A pattern and a value in their place in the index. */
    static final class PatternEntry<V> {

        final Pattern pattern;
        final V value;
        final DistinctValue member;

        /** Its number in the order of adding. */
        final long sequence;

        /** True if the mask and words of its bucket decide; else the pattern has to be checked. */
        final boolean isExact;

        final PatternBucket<V> chain;

        /** Its index in the bucket. */
        int index;

        /** The same pattern and value among the types that are split at the other separator. */
        @Nullable PatternEntry<V> twin;

        PatternEntry(NewEntry<V> entry, boolean isExact, PatternBucket<V> chain) {
            this.pattern = entry.pattern();
            this.value = entry.value();
            this.member = entry.member();
            this.sequence = entry.sequence();
            this.isExact = isExact;
            this.chain = chain;
        }
    }

    /** An entry to be added. */
    record NewEntry<V>(Pattern pattern, V value, DistinctValue member, long sequence) {}

    /** Representative of all equal values, which detects duplicates in an answer. */
    static final class DistinctValue {

        /** The number of patterns with this value. */
        int patterns;

        /** The number of the last long answer that contains it. */
        long answer;
    }
}
