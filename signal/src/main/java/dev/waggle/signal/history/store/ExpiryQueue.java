package dev.waggle.signal.history.store;

import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * Queue of retained signals by expiry. Signals of one lifetime mostly expire in the order of publishing. So a few
 * lanes of ascending expiry times hold nearly all of them. Adding, removing and taking the next expired one take
 * constant time. Other entries stand in a tree.
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

    /** Removes an entry; harmless when it never expires. */
    void remove(HistoryEntry one) {
        if (one.lane != HistoryEntry.NO_LANE) {
            lanes[one.lane].markRemoved(one, SlotVisibility.OWNER);
        } else if (one.expiresAfter != Long.MAX_VALUE) {
            outOfOrder.remove(new TimeKey(one.expiresAfter, one.position));
        }
    }

    /** Returns one entry that expired before now, if any. */
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
