package dev.waggle.signal.history.store;

import java.util.NoSuchElementException;

/**
 * List of retained signals in the order in which they were added, with removal at any place. Adding and removing take
 * constant time on average. Slots visible to readers are never rewritten: growing and closing gaps make a new array.
 */
final class EntryList {

    private static final int MIN_CAPACITY = 4;

    /** Maximum capacity of the array that an empty list keeps. */
    private static final int MAX_REUSED_CAPACITY = 64;

    private HistoryEntry[] slots = new HistoryEntry[MIN_CAPACITY];
    private int head;
    private int tail;
    /** Number of removed entries between head and tail. */
    private int gaps;

    void add(HistoryEntry one) {
        if (tail == slots.length) {
            compact();
        }
        slots[tail++] = one;
    }

    /**
     * Counts the removal of one of these entries.
     *
     * @param visibility whether a reader may be visiting these slots
     */
    void markRemoved(HistoryEntry one, SlotVisibility visibility) {
        if (slots[head] == one) {
            advanceHead(visibility);
            while (gaps > 0 && slots[head].isRemoved()) {
                gaps--;
                advanceHead(visibility);
            }
        } else {
            gaps++;
        }
        if (head == tail) {
            reset(visibility);
        } else if (gaps > size()) {
            compact();
        }
    }

    private void advanceHead(SlotVisibility visibility) {
        if (visibility == SlotVisibility.OWNER) {
            clear(head);
        }
        head++;
    }

    int size() {
        return tail - head - gaps;
    }

    boolean isEmpty() {
        return head == tail;
    }

    /** Returns the oldest entry. */
    HistoryEntry first() {
        if (isEmpty()) {
            throw new NoSuchElementException("the list is empty");
        }
        return slots[head];
    }

    /** Returns the entry added last, even when it was removed since. */
    HistoryEntry last() {
        if (isEmpty()) {
            throw new NoSuchElementException("the list is empty");
        }
        return slots[tail - 1];
    }

    IndexRange all() {
        return new IndexRange(slots, head, tail);
    }

    /** Returns the entries of that time span, both ends included, where times ascend. */
    IndexRange between(long since, long until) {
        int from = firstAtOrAfter(since);
        int to = until == Long.MAX_VALUE ? tail : firstAtOrAfter(until + 1);
        return new IndexRange(slots, from, Math.max(from, to));
    }

    /** True if it is one of these, removed or not. */
    boolean contains(HistoryEntry one) {
        int low = head;
        int high = tail;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (slots[middle].position < one.position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < tail && slots[low] == one;
    }

    private int firstAtOrAfter(long time) {
        int low = head;
        int high = tail;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (slots[middle].time < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void reset(SlotVisibility visibility) {
        if (visibility == SlotVisibility.READERS || slots.length > MAX_REUSED_CAPACITY) {
            slots = new HistoryEntry[MIN_CAPACITY];
        }
        head = 0;
        tail = 0;
        gaps = 0;
    }

    private void compact() {
        HistoryEntry[] roomier = new HistoryEntry[Math.max(MIN_CAPACITY, 2 * size())];
        if (gaps == 0) {
            System.arraycopy(slots, head, roomier, 0, size());
            tail = size();
        } else {
            tail = copyWithoutGaps(roomier);
        }
        slots = roomier;
        head = 0;
        gaps = 0;
    }

    private int copyWithoutGaps(HistoryEntry[] roomier) {
        int count = 0;
        for (int i = head; i < tail; i++) {
            if (!slots[i].isRemoved()) {
                roomier[count++] = slots[i];
            }
        }
        return count;
    }

    @SuppressWarnings("NullAway") // Slots outside head and tail hold nothing.
    private void clear(int slot) {
        slots[slot] = null;
    }
}
