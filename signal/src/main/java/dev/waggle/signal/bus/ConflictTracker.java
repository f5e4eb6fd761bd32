package dev.waggle.signal.bus;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.waggle.signal.Signal;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.history.store.SignalHistory;
import org.jspecify.annotations.Nullable;

/**
 * The unresolved conflicts of a bus, and the calls of its detector. A conflict stays unresolved until it is resolved
 * explicitly or one of its signals leaves history. So there are never more conflicts than retained signals. Failures
 * of the detector are contained, and reported by the next publish. Owned by its bus, which calls it under its lock.
 */
final class ConflictTracker {

    /** Maximum number of further failures that travel with the first unreported one. */
    private static final int MAX_SUPPRESSED = 16;

    private ConflictDetector detector;
    private final HistoryView view = new HistoryView();
    private final OpenConflictSet open = new OpenConflictSet();
    private @Nullable Throwable failure;

    /** True while the detector runs. */
    private boolean detecting;

    ConflictTracker(ConflictDetector detector) {
        this.detector = Objects.requireNonNull(detector, "conflictDetector supplied no detector");
    }

    /** Returns the conflict that a new signal causes, or {@code null}; it is not in the history yet. */
    @Nullable ConflictPair check(Signal signal, SignalHistory history, Instant now) {
        Signal rival;
        view.look(history, now);
        detecting = true;
        try {
            rival = detector.check(signal, view).orElse(null);
            if (rival != null && history.get(rival.id()) == null) {
                throw new IllegalStateException("the conflict detector returned signal " + rival.id()
                        + ", which history does not retain\nMaybe take signals out of its index in forget.");
            }
        } catch (Throwable error) {
            addFailure(error);
            rival = null;
        } finally {
            detecting = false;
        }
        if (rival == null || history.isExpired(rival, now)) {
            return null;
        }
        ConflictPair pair = new ConflictPair(rival, signal, now);
        open.add(pair);
        return pair;
    }

    /** Removes a signal that left history. */
    void forget(Signal signal) {
        open.removeAllOf(signal.id());
        boolean wasDetecting = detecting;
        detecting = true;
        try {
            detector.forget(signal);
        } catch (Throwable error) {
            addFailure(error);
        } finally {
            detecting = wasDetecting;
        }
    }

    /** True while the calling thread, which has the lock, runs the detector. */
    boolean isDetecting() {
        return detecting;
    }

    /** Returns the failures of the detector since the last call, as one, or {@code null}. */
    @Nullable Throwable pollFailure() {
        Throwable polled = failure;
        failure = null;
        return polled;
    }

    /** Returns the unresolved conflicts, oldest first. */
    Collection<ConflictPair> open() {
        return open.all();
    }

    /** Removes the pair of these two, in either order; returns true if it was there. */
    boolean resolve(String oneId, String otherId) {
        return open.remove(oneId, otherId);
    }

    /** Forgets everything, the detector and its index too. */
    void clear() {
        open.clear();
        detector = (signal, retained) -> Optional.empty();
    }

    @SuppressWarnings("ReferenceEquality") // A throwable must not suppress itself.
    private void addFailure(Throwable error) {
        if (failure == null) {
            failure = error;
        } else if (!failure.equals(error) && failure.getSuppressed().length < MAX_SUPPRESSED) {
            failure.addSuppressed(error);
        }
    }

    /** The history as the detector sees it. It hides expired signals without taking them out. One for all checks. */
    private static final class HistoryView implements ConflictDetector.RetainedSignals {

        private @Nullable SignalHistory history;
        private Instant now = Instant.EPOCH;

        void look(SignalHistory looked, Instant time) {
            history = looked;
            now = time;
        }

        @Override
        public Instant now() {
            return now;
        }

        @Override
        public boolean isExpired(Signal signal) {
            return history().isExpired(signal, now);
        }

        @Override
        public List<Signal> oldest(SignalFilter filter, int atMost) {
            if (atMost < 0) {
                throw new IllegalArgumentException("atMost must be at least 0, got " + atMost);
            }
            return history().oldest(Objects.requireNonNull(filter, "filter"), now, atMost);
        }

        private SignalHistory history() {
            return Objects.requireNonNull(history, "a check has begun");
        }
    }

    /** The unresolved conflicts, oldest first. Each later signal is in one pair at most. */
    private static final class OpenConflictSet {

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
            if (byLater.isEmpty()) {
                return;
            }
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
}
