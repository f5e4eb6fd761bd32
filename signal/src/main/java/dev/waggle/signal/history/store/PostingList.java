package dev.waggle.signal.history.store;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * Posting list: the retained signals that share one property, in the order of publishing. Nearly always their times
 * ascend, and a binary search finds them by time. A signal that is dated ahead, or comes late, starts a lane of its
 * own, so that the other lanes keep ascending. The few that fit none of the lanes stand in a tree.
 */
final class PostingList {

    private static final int MAX_LANES = 8;

    private EntryList[] lanes = {new EntryList()};
    private @Nullable OutOfOrderEntries outOfOrder;

    void add(HistoryEntry one) {
        for (EntryList lane : lanes) {
            if (lane.isEmpty() || lane.last().time <= one.time) {
                lane.add(one);
                return;
            }
        }
        if (lanes.length < MAX_LANES) {
            lanes = Arrays.copyOf(lanes, lanes.length + 1);
            lanes[lanes.length - 1] = new EntryList();
            lanes[lanes.length - 1].add(one);
            return;
        }
        if (outOfOrder == null) {
            outOfOrder = new OutOfOrderEntries();
        }
        outOfOrder.add(one);
    }

    void remove(HistoryEntry one, SlotVisibility visibility) {
        if (outOfOrder != null && outOfOrder.remove(one, visibility)) {
            outOfOrder = outOfOrder.isEmpty() ? null : outOfOrder;
        } else if (lanes.length == 1) {
            lanes[0].markRemoved(one, visibility);
        } else {
            removeFromLane(one, visibility);
        }
    }

    int size() {
        int size = outOfOrder == null ? 0 : outOfOrder.size();
        for (EntryList lane : lanes) {
            size += lane.size();
        }
        return size;
    }

    boolean isEmpty() {
        return outOfOrder == null && lanes.length == 1 && lanes[0].isEmpty();
    }

    /** Returns the entry published first. */
    HistoryEntry first() {
        HistoryEntry first = outOfOrder == null ? null : outOfOrder.list.first();
        for (EntryList lane : lanes) {
            if (!lane.isEmpty() && (first == null || lane.first().position < first.position)) {
                first = lane.first();
            }
        }
        if (first == null) {
            throw new NoSuchElementException("the posting is empty");
        }
        return first;
    }

    void addRanges(List<IndexRange> ranges) {
        for (EntryList lane : lanes) {
            addIfNotEmpty(ranges, lane.all());
        }
        if (outOfOrder != null) {
            addIfNotEmpty(ranges, outOfOrder.all());
        }
    }

    void addRanges(List<IndexRange> ranges, long since, long until) {
        for (EntryList lane : lanes) {
            addIfNotEmpty(ranges, lane.between(since, until));
        }
        if (outOfOrder != null) {
            addIfNotEmpty(ranges, outOfOrder.between(since, until));
        }
    }

    /** Clears the list; concurrent readers still see their entries. */
    void clear() {
        lanes = new EntryList[] {new EntryList()};
        outOfOrder = null;
    }

    private void removeFromLane(HistoryEntry one, SlotVisibility visibility) {
        for (int i = 0; i < lanes.length; i++) {
            if (lanes[i].contains(one)) {
                lanes[i].markRemoved(one, visibility);
                if (lanes[i].isEmpty()) {
                    closeLane(i);
                }
                return;
            }
        }
    }

    private void closeLane(int empty) {
        EntryList[] fewer = new EntryList[lanes.length - 1];
        System.arraycopy(lanes, 0, fewer, 0, empty);
        System.arraycopy(lanes, empty + 1, fewer, empty, fewer.length - empty);
        lanes = fewer;
    }

    private static void addIfNotEmpty(List<IndexRange> ranges, IndexRange range) {
        if (!range.isEmpty()) {
            ranges.add(range);
        }
    }

    /** Signals whose time fits no lane. */
    private static final class OutOfOrderEntries {

        private final EntryList list = new EntryList();
        private final TreeMap<TimeKey, HistoryEntry> byTime = new TreeMap<>();

        void add(HistoryEntry one) {
            list.add(one);
            byTime.put(new TimeKey(one.time, one.position), one);
        }

        boolean remove(HistoryEntry one, SlotVisibility visibility) {
            boolean known = byTime.remove(new TimeKey(one.time, one.position)) != null;
            if (known) {
                list.markRemoved(one, visibility);
            }
            return known;
        }

        int size() {
            return byTime.size();
        }

        boolean isEmpty() {
            return byTime.isEmpty();
        }

        IndexRange all() {
            return list.all();
        }

        /** Returns the entries of that span, both ends included; the cost is proportional to their number. */
        IndexRange between(long since, long until) {
            if (since > until) {
                return new IndexRange(new HistoryEntry[0], 0, 0);
            }
            HistoryEntry[] found = byTime
                    .subMap(new TimeKey(since, Long.MIN_VALUE), true, new TimeKey(until, Long.MAX_VALUE), true).values()
                    .toArray(HistoryEntry[]::new);
            Arrays.sort(found, Comparator.comparingLong(one -> one.position));
            return new IndexRange(found, 0, found.length);
        }
    }
}
