package dev.waggle.signal.history;

import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * When retained signals are over. Signals of one lifetime mostly end in the order in which they were published, so a few
 * lanes of ascending ends hold nearly all of them: adding, removing and taking the next one that is over take constant
 * time. What fits no lane stands in a tree.
 */
final class ExpiryQueue {

    private static final int LANES = 8;

    private final EntryList[] lanes = new EntryList[LANES];
    private final TreeMap<TimeKey, HistoryEntry> outOfOrder = new TreeMap<>();

    ExpiryQueue() {
        clear();
    }

    void clear() {
        for (int i = 0; i < LANES; i++) {
            lanes[i] = new EntryList();
        }
        outOfOrder.clear();
    }

    void add(HistoryEntry one) {
        if (one.expiresAfter == Long.MAX_VALUE) {
            return;
        }
        for (int i = 0; i < LANES; i++) {
            if (lanes[i].isEmpty() || lanes[i].last().expiresAfter <= one.expiresAfter) {
                lanes[i].add(one);
                one.lane = i;
                return;
            }
        }
        outOfOrder.put(new TimeKey(one.expiresAfter, one.position), one);
    }

    /** It was removed; harmless when it never ends. */
    void remove(HistoryEntry one) {
        if (one.lane != HistoryEntry.NO_LANE) {
            lanes[one.lane].markRemoved(one, false);
        } else if (one.expiresAfter != Long.MAX_VALUE) {
            outOfOrder.remove(new TimeKey(one.expiresAfter, one.position));
        }
    }

    /** One that was over before now, if any. */
    @Nullable HistoryEntry nextExpired(long now) {
        for (EntryList lane : lanes) {
            if (!lane.isEmpty() && lane.first().expiresAfter < now) {
                return lane.first();
            }
        }
        if (!outOfOrder.isEmpty() && outOfOrder.firstKey().time() < now) {
            return outOfOrder.firstEntry().getValue();
        }
        return null;
    }
}
