package dev.waggle.signal.history.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

import org.jspecify.annotations.Nullable;

/** Merges several ranges by position: forward from the oldest, or backward from the newest. */
final class MergeCursor {

    private final int step;
    private final PriorityQueue<RangeCursor> cursors;

    /** @param step 1 for forward, -1 for backward */
    MergeCursor(List<IndexRange> ranges, int step) {
        this.step = step;
        cursors = new PriorityQueue<>(Comparator.comparingLong(cursor -> step * cursor.current().position));
        ranges.forEach(
                range -> cursors.add(new RangeCursor(range, step > 0 ? range.from() : range.to() - 1)));
    }

    /** Returns the next entry, or {@code null} at the end. */
    @Nullable HistoryEntry next() {
        RangeCursor cursor = cursors.poll();
        if (cursor == null) {
            return null;
        }
        HistoryEntry one = cursor.current();
        cursor.at += step;
        if (cursor.at >= cursor.range.from() && cursor.at < cursor.range.to()) {
            cursors.add(cursor);
        }
        return one;
    }

    /** Returns all remaining entries that are not removed. */
    List<HistoryEntry> toList() {
        List<HistoryEntry> found = new ArrayList<>();
        for (HistoryEntry one = next(); one != null; one = next()) {
            if (!one.isRemoved()) {
                found.add(one);
            }
        }
        return found;
    }

    private static final class RangeCursor {

        private final IndexRange range;
        private int at;

        RangeCursor(IndexRange range, int at) {
            this.range = range;
            this.at = at;
        }

        HistoryEntry current() {
            return range.slots()[at];
        }
    }
}
