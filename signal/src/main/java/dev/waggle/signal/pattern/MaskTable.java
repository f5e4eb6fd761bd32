package dev.waggle.signal.pattern;

import java.util.Objects;

import dev.waggle.signal.Profile;
import org.jspecify.annotations.Nullable;

/**
 * Table of the buckets of one mask by their words. A hash table with open addressing, linear probing and removal by
 * shifting back (Knuth, The Art of Computer Programming 3, 6.4, algorithm R).
 *
 * <p>A match asks the table of every mask, and most of them in vain. So one byte of each hash is stored apart from
 * the buckets, in a small contiguous array that rules out absent buckets.
 */
final class MaskTable<V> {

    private static final int MIN_CAPACITY = 4;

    final WildcardMask mask;

    // Copies from the mask: a match reads them for every mask.
    final long head;
    final long tail;
    final int length;
    final @Nullable Profile family;

    private byte[] tags = new byte[MIN_CAPACITY];
    private @Nullable PatternBucket<V>[] buckets = newBuckets(MIN_CAPACITY);
    private int size;

    MaskTable(WildcardMask mask) {
        this.mask = mask;
        this.head = mask.head();
        this.tail = mask.tail();
        this.length = mask.length();
        this.family = mask.family();
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Returns 0 when there is certainly no bucket with this hash, else 1; branch-free for parallel look-ups. */
    int mayHave(long hash) {
        return -tags[slot(hash)] >>> (Integer.SIZE - 1);
    }

    /** Returns the likely slot of a bucket with this hash; -1 when there is none. */
    int slotOf(long hash) {
        byte tag = tag(hash);
        int slot = slot(hash);
        while (tags[slot] != tag && tags[slot] != 0) {
            slot = after(slot);
        }
        return tags[slot] == 0 ? -1 : slot;
    }

    /** Returns the bucket in an occupied slot. */
    PatternBucket<V> at(int slot) {
        return Objects.requireNonNull(buckets[slot]);
    }

    /** Returns the bucket of the words that a row has at the positions of the mask. */
    @Nullable PatternBucket<V> find(long hash, TypeSegments row) {
        byte tag = tag(hash);
        for (int slot = slot(hash); tags[slot] != 0; slot = after(slot)) {
            PatternBucket<V> chain = buckets[slot];
            if (tags[slot] == tag && chain != null && row.matches(head, tail, chain.words)) {
                return chain;
            }
        }
        return null;
    }

    /** Adds a bucket of words that have none yet. */
    void add(PatternBucket<V> chain) {
        size++;
        if (2 * size > tags.length) {
            resize(2 * tags.length);
        }
        insert(chain);
    }

    void remove(PatternBucket<V> chain) {
        int hole = slot(chain.hash);
        while (buckets[hole] != chain) {
            hole = after(hole);
        }
        for (int slot = after(hole); tags[slot] != 0; slot = after(slot)) {
            PatternBucket<V> moved = buckets[slot];
            if (moved != null && mayMove(slot(moved.hash), slot, hole)) {
                tags[hole] = tags[slot];
                buckets[hole] = moved;
                hole = slot;
            }
        }
        tags[hole] = 0;
        buckets[hole] = null;
        size--;
        if (tags.length > MIN_CAPACITY && 8 * size < tags.length) {
            resize(tags.length / 2);
        }
    }

    private void insert(PatternBucket<V> chain) {
        int slot = slot(chain.hash);
        while (tags[slot] != 0) {
            slot = after(slot);
        }
        tags[slot] = tag(chain.hash);
        buckets[slot] = chain;
    }

    private void resize(int capacity) {
        @Nullable PatternBucket<V>[] all = buckets;
        tags = new byte[capacity];
        buckets = newBuckets(capacity);
        for (PatternBucket<V> chain : all) {
            if (chain != null) {
                insert(chain);
            }
        }
    }

    /** True if an entry of a home slot may move from its slot to a hole before it. */
    private boolean mayMove(int home, int slot, int hole) {
        return ((slot - home) & (tags.length - 1)) >= ((slot - hole) & (tags.length - 1));
    }

    private int after(int slot) {
        return (slot + 1) & (tags.length - 1);
    }

    private int slot(long hash) {
        return (int) (hash ^ hash >>> 32) & (tags.length - 1);
    }

    /** Seven bits of a hash, never 0, which means "empty". */
    private static byte tag(long hash) {
        return (byte) Math.max(1, hash >>> 57);
    }

    @SuppressWarnings("unchecked") // An array of a generic class, which does not escape.
    private static <V> @Nullable PatternBucket<V>[] newBuckets(int capacity) {
        return (@Nullable PatternBucket<V>[]) new @Nullable PatternBucket<?>[capacity];
    }
}
