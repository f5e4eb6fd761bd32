package dev.waggle.signal.history.store;

import java.util.HashMap;
import java.util.Map;

import dev.waggle.signal.history.HistoryHold;
import dev.waggle.signal.history.SignalFilter;
import org.jspecify.annotations.Nullable;

/** Registry of the holds that protect signals from eviction. Costs nothing while there are none. */
final class HoldRegistry {

    private final Map<HistoryHold, SignalFilter> open = new HashMap<>();

    /** The signals that may be evicted, in the order of publishing; {@code null} means all. */
    private @Nullable EntryList evictable;

    private long heldBytes;

    void open(HistoryHold hold, SignalFilter filter, HistoryIndex catalogue) {
        open.put(hold, filter);
        rebuild(catalogue);
    }

    void close(HistoryHold hold, HistoryIndex catalogue) {
        if (open.remove(hold) != null) {
            rebuild(catalogue);
        }
    }

    void add(HistoryEntry one) {
        if (evictable != null) {
            one.held = isHeld(one);
            if (one.held) {
                heldBytes += one.bytes;
            } else {
                evictable.add(one);
            }
        }
    }

    /** Returns the estimated memory of the signals that may not be evicted. */
    long heldBytes() {
        return heldBytes;
    }

    /** Drops an entry that is marked as removed. */
    void remove(HistoryEntry one) {
        if (evictable == null) {
            return;
        }
        if (one.held) {
            heldBytes -= one.bytes;
        } else {
            evictable.markRemoved(one, SlotVisibility.OWNER);
        }
    }

    /** Returns the oldest entry without a hold, or {@code null}. */
    @Nullable HistoryEntry evictionCandidate(HistoryIndex catalogue) {
        if (evictable != null) {
            return evictable.isEmpty() ? null : evictable.first();
        }
        return catalogue.isEmpty() ? null : catalogue.first();
    }

    void clear() {
        open.clear();
        evictable = null;
        heldBytes = 0;
    }

    private boolean isHeld(HistoryEntry one) {
        return open.values().stream().anyMatch(filter -> filter.matches(one.signal));
    }

    private void rebuild(HistoryIndex catalogue) {
        EntryList rest = new EntryList();
        heldBytes = 0;
        for (HistoryEntry one : catalogue.entriesInOrder()) {
            one.held = isHeld(one);
            if (one.held) {
                heldBytes += one.bytes;
            } else {
                rest.add(one);
            }
        }
        evictable = open.isEmpty() ? null : rest;
    }
}
