package dev.waggle.signal.history;

import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * When retained signals are over. Signals of one lifetime mostly end in the order in which they were published, so a few
 * lanes of ascending ends hold nearly all of them: adding, removing and taking the next one that is over take constant
 * time. What fits no lane stands in a tree.
 */
final class Deadlines {

    private static final int LANES = 8;

    private final Strand[] lanes = new Strand[LANES];
    private final TreeMap<Moment, Retained> stragglers = new TreeMap<>();

    Deadlines() {
        clear();
    }

    void clear() {
        for (int i = 0; i < LANES; i++) {
            lanes[i] = new Strand();
        }
        stragglers.clear();
    }

    void add(Retained one) {
        if (one.overAfter == Long.MAX_VALUE) {
            return;
        }
        for (int i = 0; i < LANES; i++) {
            if (lanes[i].isEmpty() || lanes[i].last().overAfter <= one.overAfter) {
                lanes[i].add(one);
                one.lane = i;
                return;
            }
        }
        stragglers.put(new Moment(one.overAfter, one.place), one);
    }

    /** It was removed; harmless when it never ends. */
    void remove(Retained one) {
        if (one.lane != Retained.NO_LANE) {
            lanes[one.lane].noteRemoval(one, false);
        } else if (one.overAfter != Long.MAX_VALUE) {
            stragglers.remove(new Moment(one.overAfter, one.place));
        }
    }

    /** One that was over before now, if any. */
    @Nullable Retained nextOver(long now) {
        for (Strand lane : lanes) {
            if (!lane.isEmpty() && lane.first().overAfter < now) {
                return lane.first();
            }
        }
        if (!stragglers.isEmpty() && stragglers.firstKey().time() < now) {
            return stragglers.firstEntry().getValue();
        }
        return null;
    }
}
