package dev.waggle.signal.bus;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

import dev.waggle.signal.Signal;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.history.store.SignalHistory;
import org.jspecify.annotations.Nullable;

/**
 * The unresolved conflicts of a bus, and the calls of its detector. A conflict belongs to its later signal, and ends
 * when that leaves history. When the earlier one leaves, the conflict passes to the next rival that is retained, and ends if
 * there is none. A resolution settles one pair only. The later signal and its next rival still contradict each other,
 * so they are in conflict when the earlier one leaves. So there are never more conflicts than retained signals.
 *
 * <p>The next rival is looked up when the conflicts are read. At a departure, the look-up would visit all rivals of the
 * oldest signal. Failures of the detector are contained, and reported by the next
 * publish. Owned by its bus, which calls it under its lock.
 */
final class ConflictTracker {

    /** Maximum number of further failures that travel with the first unreported one. */
    private static final int MAX_SUPPRESSED = 16;

    private ConflictDetector detector;
    private final HistoryView view = new HistoryView();
    /** By the later signal, oldest first; resolved ones too, because their earlier signal may leave. */
    private final Map<String, OpenConflict> open = new LinkedHashMap<>();
    private @Nullable Throwable failure;
    private int failures;

    /** True while the detector runs. */
    private boolean detecting;

    ConflictTracker(ConflictDetector detector) {
        this.detector = Objects.requireNonNull(detector, "conflictDetector supplied no detector");
    }

    /** Returns the conflict that a new signal causes, or {@code null}; it is not in the history yet. */
    @Nullable ConflictPair check(Signal signal, SignalHistory history, Instant now) {
        view.look(history, now, null);
        Signal rival = ask(() -> detector.check(signal, view), history).orElse(null);
        if (rival == null || history.isExpired(rival, now)) {
            return null;
        }
        open.put(signal.id(), new OpenConflict(rival.id(), signal, now, false));
        return new ConflictPair(rival, signal, now);
    }

    /** Removes a signal that left history. */
    void forget(Signal signal) {
        open.remove(signal.id());
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

    /** Returns the unresolved conflicts of signals that have not expired, by the age of the later ones. */
    List<ConflictPair> open(SignalHistory history, Instant now) {
        List<ConflictPair> pairs = new ArrayList<>();
        for (OpenConflict conflict : List.copyOf(open.values())) {
            ConflictPair pair = pairOf(conflict, history, now);
            if (pair != null) {
                pairs.add(pair);
            }
        }
        return List.copyOf(pairs);
    }

    /** Ends the conflict of these two, in either order; returns true if it is one of {@link #open}. */
    boolean resolve(String oneId, String otherId, SignalHistory history, Instant now) {
        return resolveLater(oneId, otherId, history, now) || resolveLater(otherId, oneId, history, now);
    }

    private boolean resolveLater(String laterId, String earlierId, SignalHistory history, Instant now) {
        OpenConflict conflict = open.get(laterId);
        if (conflict == null) {
            return false;
        }
        ConflictPair pair = pairOf(conflict, history, now);
        if (pair == null || !pair.signalA().id().equals(earlierId)) {
            return false;
        }
        open.replace(laterId, new OpenConflict(earlierId, conflict.later(), conflict.detectedAt(), true));
        return true;
    }

    /** Returns the signals of a conflict now; {@code null} when it is resolved or over, or its later signal expired. */
    private @Nullable ConflictPair pairOf(OpenConflict conflict, SignalHistory history, Instant now) {
        String laterId = conflict.later().id();
        if (!history.isVisible(laterId, now)) {
            return null;
        }
        Signal earlier = history.get(conflict.earlierId());
        if (earlier == null || !isEarlier(earlier, laterId, history, now)) {
            earlier = nextRival(conflict, history, now);
        } else if (conflict.resolved()) {
            return null;
        }
        return earlier == null ? null : new ConflictPair(earlier, conflict.later(), conflict.detectedAt());
    }

    /** Passes a conflict whose earlier signal has left to the next rival, or ends it; stays as it is on a failure. */
    private @Nullable Signal nextRival(OpenConflict conflict, SignalHistory history, Instant now) {
        if (detecting) {
            return null;
        }
        Signal later = conflict.later();
        int failuresBefore = failures;
        view.look(history, now, later);
        Signal rival = ask(() -> detector.nextRival(later, view), history).orElse(null);
        if (rival != null && isEarlier(rival, later.id(), history, now)) {
            open.replace(later.id(), new OpenConflict(rival.id(), later, conflict.detectedAt(), false));
            return rival;
        }
        if (failures == failuresBefore) {
            open.remove(later.id());
        }
        return null;
    }

    private static boolean isEarlier(Signal rival, String laterId, SignalHistory history, Instant now) {
        return history.isVisible(rival.id(), now) && history.isBefore(rival.id(), laterId);
    }

    /** Calls the detector; nothing when it fails or names a signal that is not retained. */
    private Optional<Signal> ask(Supplier<Optional<Signal>> question, SignalHistory history) {
        detecting = true;
        try {
            Optional<Signal> rival = question.get();
            if (rival.isPresent() && history.get(rival.get().id()) == null) {
                throw new IllegalStateException("the conflict detector returned signal " + rival.get().id()
                        + ", which history does not retain\nMaybe take signals out of its index in forget.");
            }
            return rival;
        } catch (Throwable error) {
            addFailure(error);
            return Optional.empty();
        } finally {
            detecting = false;
        }
    }

    /** Forgets everything, the detector and its index too. */
    void clear() {
        open.clear();
        detector = (signal, retained) -> Optional.empty();
    }

    @SuppressWarnings("ReferenceEquality") // A throwable must not suppress itself.
    private void addFailure(Throwable error) {
        failures++;
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
        private @Nullable Signal limit;

        /** @param before the signal that all visible ones precede, or {@code null} for all */
        void look(SignalHistory looked, Instant time, @Nullable Signal before) {
            history = looked;
            now = time;
            limit = before;
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
            List<Signal> found = history().oldest(Objects.requireNonNull(filter, "filter"), now, atMost);
            Signal before = limit;
            return before == null ? found
                    : found.stream().takeWhile(one -> history().isBefore(one.id(), before.id())).toList();
        }

        private SignalHistory history() {
            return Objects.requireNonNull(history, "a check has begun");
        }
    }

    /** A later signal and its rival, by its id only, so that a rival that has left takes no memory. */
    private record OpenConflict(String earlierId, Signal later, Instant detectedAt, boolean resolved) {}
}
