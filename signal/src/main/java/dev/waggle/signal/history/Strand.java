package dev.waggle.signal.history;

import java.util.NoSuchElementException;

/**
 * Retained signals in the order in which they were added, removed anywhere. Adding and removing take constant time on
 * average. A slot that a reader may be walking is never written again: growing and closing gaps make a new array.
 */
final class Strand {

    private static final int FIRST_ROOM = 4;

    /** Nobody keeps an empty strand's array larger than this. */
    private static final int ROOM_TO_KEEP = 64;

    private Retained[] slots = new Retained[FIRST_ROOM];
    private int head;
    private int tail;
    /** Removed ones between head and tail. */
    private int gaps;

    void add(Retained one) {
        if (tail == slots.length) {
            relocate();
        }
        slots[tail++] = one;
    }

    /**
     * One of these was removed.
     *
     * @param read whether somebody may be walking these slots
     */
    void noteRemoval(Retained one, boolean read) {
        if (slots[head] == one) {
            leaveHead(read);
            while (gaps > 0 && slots[head].isGone()) {
                gaps--;
                leaveHead(read);
            }
        } else {
            gaps++;
        }
        if (head == tail) {
            restart(read);
        } else if (gaps > size()) {
            relocate();
        }
    }

    private void leaveHead(boolean read) {
        if (!read) {
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

    /** The oldest one. */
    Retained first() {
        if (isEmpty()) {
            throw new NoSuchElementException("the strand is empty");
        }
        return slots[head];
    }

    /** The one added last, even when it was removed since. */
    Retained last() {
        if (isEmpty()) {
            throw new NoSuchElementException("the strand is empty");
        }
        return slots[tail - 1];
    }

    Stretch all() {
        return new Stretch(slots, head, tail);
    }

    /** Those of that time span, both ends included, where times ascend. */
    Stretch between(long since, long until) {
        int from = firstAtOrAfter(since);
        int to = until == Long.MAX_VALUE ? tail : firstAtOrAfter(until + 1);
        return new Stretch(slots, from, Math.max(from, to));
    }

    /** Whether it is one of these, removed or not. */
    boolean holds(Retained one) {
        int low = head;
        int high = tail;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (slots[middle].place < one.place) {
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

    private void restart(boolean read) {
        if (read || slots.length > ROOM_TO_KEEP) {
            slots = new Retained[FIRST_ROOM];
        }
        head = 0;
        tail = 0;
        gaps = 0;
    }

    private void relocate() {
        Retained[] roomier = new Retained[Math.max(FIRST_ROOM, 2 * size())];
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

    private int copyWithoutGaps(Retained[] roomier) {
        int count = 0;
        for (int i = head; i < tail; i++) {
            if (!slots[i].isGone()) {
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
