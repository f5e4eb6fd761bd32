package dev.waggle.signal.pattern;

import java.util.Arrays;
import java.util.List;

import dev.waggle.signal.pattern.SegmentInterner.InternedSegment;
import org.jspecify.annotations.Nullable;

/** The filings of one mask with the same words, in no order. */
final class PatternBucket<V> {

    private static final @Nullable PatternEntry<?>[] EMPTY = {};

    final WildcardMask mask;

    /** In the order of the places of the mask. */
    final InternedSegment[] words;

    final long hash;

    /** Most chains have only this one, so it is not one step of memory further away. */
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

    @SuppressWarnings("unchecked") // An array of a generic class; nobody else sees it.
    private static <V> @Nullable PatternEntry<V>[] emptyEntries() {
        return (@Nullable PatternEntry<V>[]) EMPTY;
    }

    /** A pattern and a value in their place in the index. */
    static final class PatternEntry<V> {

        final Pattern pattern;
        final V value;
        final DistinctValue member;

        /** When it was added, beside others. */
        final long sequence;

        /** Whether the mask and words of its chain decide; else the pattern has to be checked. */
        final boolean isExact;

        final PatternBucket<V> chain;

        /** Its place in the chain. */
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

    /** What is to be filed. */
    record NewEntry<V>(Pattern pattern, V value, DistinctValue member, long sequence) {}

    /** Stands for all equal values, so that an answer can tell whether it has one already. */
    static final class DistinctValue {

        /** Under how many patterns it is. */
        int patterns;

        /** The number of the last long answer that has it. */
        long answer;
    }
}
