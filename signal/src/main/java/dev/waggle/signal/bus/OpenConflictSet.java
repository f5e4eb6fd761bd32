package dev.waggle.signal.bus;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The unresolved conflicts, oldest first. Each later signal is in one pair at most. */
final class OpenConflictSet {

    private final Map<String, ConflictPair> byLater = new LinkedHashMap<>();
    private final Map<String, Deque<String>> latersByEarlier = new HashMap<>();

    void add(ConflictPair pair) {
        byLater.put(pair.signalB().id(), pair);
        latersByEarlier.computeIfAbsent(pair.signalA().id(), id -> new ArrayDeque<>(1)).add(pair.signalB().id());
    }

    Collection<ConflictPair> all() {
        return byLater.values();
    }

    /** Removes the pair of these two, in either order; returns true if it was there. */
    boolean remove(String oneId, String otherId) {
        return removeIfJoins(oneId, otherId) || removeIfJoins(otherId, oneId);
    }

    /** Removes every pair that a signal is in. */
    void removeAllOf(String signalId) {
        removeLater(signalId);
        Deque<String> laters = latersByEarlier.get(signalId);
        if (laters != null) {
            List.copyOf(laters).forEach(this::removeLater);
        }
    }

    void clear() {
        byLater.clear();
        latersByEarlier.clear();
    }

    private boolean removeIfJoins(String laterId, String earlierId) {
        ConflictPair pair = byLater.get(laterId);
        if (pair == null || !pair.signalA().id().equals(earlierId)) {
            return false;
        }
        removeLater(laterId);
        return true;
    }

    private void removeLater(String laterId) {
        ConflictPair pair = byLater.remove(laterId);
        if (pair != null) {
            latersByEarlier.computeIfPresent(pair.signalA().id(), (id, laters) -> {
                laters.remove(laterId);
                return laters.isEmpty() ? null : laters;
            });
        }
    }
}
