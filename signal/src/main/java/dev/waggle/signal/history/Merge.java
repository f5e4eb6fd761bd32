package dev.waggle.signal.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

import org.jspecify.annotations.Nullable;

/** Walks several stretches at once, by place: forward from the oldest, or backward from the newest. */
final class Merge {

    private final int step;
    private final PriorityQueue<Cursor> cursors;

    /** @param step 1 for forward, -1 for backward */
    Merge(List<Stretch> stretches, int step) {
        this.step = step;
        cursors = new PriorityQueue<>(Comparator.comparingLong(cursor -> step * cursor.current().place));
        stretches.forEach(stretch -> cursors.add(new Cursor(stretch, step > 0 ? stretch.from() : stretch.to() - 1)));
    }

    /** The next one, or {@code null} at the end. */
    @Nullable Retained next() {
        Cursor cursor = cursors.poll();
        if (cursor == null) {
            return null;
        }
        Retained one = cursor.current();
        cursor.at += step;
        if (cursor.at >= cursor.stretch.from() && cursor.at < cursor.stretch.to()) {
            cursors.add(cursor);
        }
        return one;
    }

    /** All that are left and not removed. */
    List<Retained> toList() {
        List<Retained> found = new ArrayList<>();
        for (Retained one = next(); one != null; one = next()) {
            if (!one.isGone()) {
                found.add(one);
            }
        }
        return found;
    }

    private static final class Cursor {

        private final Stretch stretch;
        private int at;

        Cursor(Stretch stretch, int at) {
            this.stretch = stretch;
            this.at = at;
        }

        Retained current() {
            return stretch.slots()[at];
        }
    }
}
