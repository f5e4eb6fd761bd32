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
    MergeCursor(List<IndexRange> stretches, int step) {
        this.step = step;
        cursors = new PriorityQueue<>(Comparator.comparingLong(cursor -> step * cursor.current().position));
        stretches.forEach(
                stretch -> cursors.add(new RangeCursor(stretch, step > 0 ? stretch.from() : stretch.to() - 1)));
    }

    /** Returns the next entry, or {@code null} at the end. */
    @Nullable HistoryEntry next() {
        RangeCursor cursor = cursors.poll();
        if (cursor == null) {
            return null;
        }
        HistoryEntry one = cursor.current();
        cursor.at += step;
        if (cursor.at >= cursor.stretch.from() && cursor.at < cursor.stretch.to()) {
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

        private final IndexRange stretch;
        private int at;

        RangeCursor(IndexRange stretch, int at) {
            this.stretch = stretch;
            this.at = at;
        }

        HistoryEntry current() {
            return stretch.slots()[at];
        }
    }
}
