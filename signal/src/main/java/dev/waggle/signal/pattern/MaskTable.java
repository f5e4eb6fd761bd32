package dev.waggle.signal.pattern;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The chains of one mask by their words: a hash table with open addressing, linear probing and removal by shifting back
 * (Knuth, The Art of Computer Programming 3, 6.4, algorithm R).
 *
 * <p>A match asks the table of every mask, and most of them in vain. So what says "not here" is small and lies close
 * together: a byte of each hash, apart from the filings.
 */
final class MaskTable<V> {

    private static final int MIN_CAPACITY = 4;

    final Mask mask;
    private byte[] tags = new byte[MIN_CAPACITY];
    private @Nullable Filing<V>[] firsts = newFilings(MIN_CAPACITY);
    private int chains;

    MaskTable(Mask mask) {
        this.mask = mask;
    }

    boolean isEmpty() {
        return chains == 0;
    }

    /** 0 when there is surely no chain with this hash, else 1; without a branch, so that several can be under way. */
    int mayHave(long hash) {
        return -tags[slot(hash)] >>> (Integer.SIZE - 1);
    }

    /** Adds the first filing of every chain that may have this hash; most likely one or none. */
    void collect(long hash, List<Filing<V>> found) {
        byte tag = tag(hash);
        for (int slot = slot(hash); tags[slot] != 0; slot = after(slot)) {
            Filing<V> first = firsts[slot];
            if (tags[slot] == tag && first != null) {
                found.add(first);
            }
        }
    }

    /** Adds a filing of its own words: behind the first of its chain or, if there is none, as the first of a new one. */
    void add(Filing<V> filing, @Nullable Filing<V> first) {
        if (first == null) {
            addFirst(filing);
            return;
        }
        filing.previous = first;
        filing.next = first.next;
        if (filing.next != null) {
            filing.next.previous = filing;
        }
        first.next = filing;
    }

    /** Removes a filing; true when it was the last of its chain. */
    boolean remove(Filing<V> filing) {
        Filing<V> before = filing.previous;
        Filing<V> after = filing.next;
        if (after != null) {
            after.previous = before;
        }
        if (before != null) {
            before.next = after;
        } else if (after != null) {
            firsts[slotOf(filing)] = after;
        } else {
            removeFirst(slotOf(filing));
        }
        return before == null && after == null;
    }

    private void addFirst(Filing<V> filing) {
        chains++;
        if (2 * chains > tags.length) {
            resize(2 * tags.length);
        }
        place(filing);
    }

    private void removeFirst(int at) {
        int hole = at;
        for (int slot = after(hole); tags[slot] != 0; slot = after(slot)) {
            Filing<V> moved = firsts[slot];
            if (moved != null && mayMove(slot(moved.hash), slot, hole)) {
                tags[hole] = tags[slot];
                firsts[hole] = moved;
                hole = slot;
            }
        }
        tags[hole] = 0;
        firsts[hole] = null;
        chains--;
        if (tags.length > MIN_CAPACITY && 8 * chains < tags.length) {
            resize(tags.length / 2);
        }
    }

    private int slotOf(Filing<V> first) {
        int slot = slot(first.hash);
        while (firsts[slot] != first) {
            slot = after(slot);
        }
        return slot;
    }

    private void place(Filing<V> first) {
        int slot = slot(first.hash);
        while (tags[slot] != 0) {
            slot = after(slot);
        }
        tags[slot] = tag(first.hash);
        firsts[slot] = first;
    }

    private void resize(int capacity) {
        @Nullable Filing<V>[] all = firsts;
        tags = new byte[capacity];
        firsts = newFilings(capacity);
        for (Filing<V> first : all) {
            if (first != null) {
                place(first);
            }
        }
    }

    /** Whether what belongs to a home slot may leave its slot for a hole before it. */
    private boolean mayMove(int home, int slot, int hole) {
        return ((slot - home) & (tags.length - 1)) >= ((slot - hole) & (tags.length - 1));
    }

    private int after(int slot) {
        return (slot + 1) & (tags.length - 1);
    }

    private int slot(long hash) {
        return (int) (hash ^ hash >>> 32) & (tags.length - 1);
    }

    /** Seven bits of a hash, never 0: that says "empty". */
    private static byte tag(long hash) {
        return (byte) Math.max(1, hash >>> 57);
    }

    @SuppressWarnings("unchecked") // An array of a generic class; nobody else sees it.
    private static <V> @Nullable Filing<V>[] newFilings(int capacity) {
        return (@Nullable Filing<V>[]) new @Nullable Filing<?>[capacity];
    }
}
