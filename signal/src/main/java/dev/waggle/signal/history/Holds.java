package dev.waggle.signal.history;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Which signals may not be evicted. Costs nothing while nobody holds any. */
final class Holds {

    private final Map<Hold, SignalFilter> open = new HashMap<>();

    /** What may be evicted, in the order of publishing; {@code null} means everything. */
    private @Nullable Strand loose;

    void open(Hold hold, SignalFilter filter, Catalogue catalogue) {
        open.put(hold, filter);
        sort(catalogue);
    }

    void close(Hold hold, Catalogue catalogue) {
        if (open.remove(hold) != null) {
            sort(catalogue);
        }
    }

    void add(Retained one) {
        if (loose != null) {
            one.held = isCovered(one);
            if (!one.held) {
                loose.add(one);
            }
        }
    }

    /** It is marked as removed. */
    void remove(Retained one) {
        if (loose != null && !one.held) {
            loose.noteRemoval(one, false);
        }
    }

    /** The oldest that nobody holds, or {@code null}. */
    @Nullable Retained victim(Catalogue catalogue) {
        if (loose != null) {
            return loose.isEmpty() ? null : loose.first();
        }
        return catalogue.isEmpty() ? null : catalogue.first();
    }

    void clear() {
        open.clear();
        loose = null;
    }

    private boolean isCovered(Retained one) {
        return open.values().stream().anyMatch(filter -> filter.matches(one.signal));
    }

    private void sort(Catalogue catalogue) {
        Strand rest = new Strand();
        for (Retained one : catalogue.inOrder()) {
            one.held = isCovered(one);
            if (!one.held) {
                rest.add(one);
            }
        }
        loose = open.isEmpty() ? null : rest;
    }
}
