package dev.waggle.signal.history;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * The retained signals that have one thing in common, in the order of publishing. Nearly always their times ascend, and
 * then they are found by time with a binary search. One that is dated ahead, or comes late, starts a lane of its own, so
 * that it does not spoil that; the few that fit none of the lanes stand in a tree.
 */
final class Posting {

    private static final int MAX_LANES = 8;

    private Strand[] lanes = {new Strand()};
    private @Nullable Late late;

    void add(Retained one) {
        for (Strand lane : lanes) {
            if (lane.isEmpty() || lane.last().time <= one.time) {
                lane.add(one);
                return;
            }
        }
        if (lanes.length < MAX_LANES) {
            lanes = Arrays.copyOf(lanes, lanes.length + 1);
            lanes[lanes.length - 1] = new Strand();
            lanes[lanes.length - 1].add(one);
            return;
        }
        if (late == null) {
            late = new Late();
        }
        late.add(one);
    }

    void remove(Retained one, boolean read) {
        if (late != null && late.remove(one, read)) {
            late = late.isEmpty() ? null : late;
        } else if (lanes.length == 1) {
            lanes[0].noteRemoval(one, read);
        } else {
            removeFromLane(one, read);
        }
    }

    int size() {
        int size = late == null ? 0 : late.size();
        for (Strand lane : lanes) {
            size += lane.size();
        }
        return size;
    }

    boolean isEmpty() {
        return late == null && lanes.length == 1 && lanes[0].isEmpty();
    }

    /** The one published first. */
    Retained first() {
        Retained first = late == null ? null : late.strand.first();
        for (Strand lane : lanes) {
            if (!lane.isEmpty() && (first == null || lane.first().place < first.place)) {
                first = lane.first();
            }
        }
        if (first == null) {
            throw new NoSuchElementException("the posting is empty");
        }
        return first;
    }

    void addStretches(List<Stretch> stretches) {
        for (Strand lane : lanes) {
            addStretch(stretches, lane.all());
        }
        if (late != null) {
            addStretch(stretches, late.all());
        }
    }

    void addStretches(List<Stretch> stretches, long since, long until) {
        for (Strand lane : lanes) {
            addStretch(stretches, lane.between(since, until));
        }
        if (late != null) {
            addStretch(stretches, late.between(since, until));
        }
    }

    /** Those who walk it see what they saw. */
    void clear() {
        lanes = new Strand[] {new Strand()};
        late = null;
    }

    private void removeFromLane(Retained one, boolean read) {
        for (int i = 0; i < lanes.length; i++) {
            if (lanes[i].holds(one)) {
                lanes[i].noteRemoval(one, read);
                if (lanes[i].isEmpty()) {
                    closeLane(i);
                }
                return;
            }
        }
    }

    private void closeLane(int empty) {
        Strand[] fewer = new Strand[lanes.length - 1];
        System.arraycopy(lanes, 0, fewer, 0, empty);
        System.arraycopy(lanes, empty + 1, fewer, empty, fewer.length - empty);
        lanes = fewer;
    }

    private static void addStretch(List<Stretch> stretches, Stretch stretch) {
        if (!stretch.isEmpty()) {
            stretches.add(stretch);
        }
    }

    /** Signals whose time fits no lane. */
    private static final class Late {

        private final Strand strand = new Strand();
        private final TreeMap<Moment, Retained> byTime = new TreeMap<>();

        void add(Retained one) {
            strand.add(one);
            byTime.put(new Moment(one.time, one.place), one);
        }

        boolean remove(Retained one, boolean read) {
            boolean known = byTime.remove(new Moment(one.time, one.place)) != null;
            if (known) {
                strand.noteRemoval(one, read);
            }
            return known;
        }

        int size() {
            return byTime.size();
        }

        boolean isEmpty() {
            return byTime.isEmpty();
        }

        Stretch all() {
            return strand.all();
        }

        /** Those of that span, both ends included; costs what it returns. */
        Stretch between(long since, long until) {
            if (since > until) {
                return new Stretch(new Retained[0], 0, 0);
            }
            Retained[] found = byTime
                    .subMap(new Moment(since, Long.MIN_VALUE), true, new Moment(until, Long.MAX_VALUE), true).values()
                    .toArray(Retained[]::new);
            Arrays.sort(found, Comparator.comparingLong(one -> one.place));
            return new Stretch(found, 0, found.length);
        }
    }
}
