package dev.waggle.signal.connectivity.thread;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Schedule of signals by the step at which they expire. A step that is reached already means the next one, so every
 * signal is visible before it expires. Guarded by the lock of the thread.
 */
final class ExpirySchedule {

    private final Map<Long, List<LoggedSignal>> byStep = new HashMap<>(2);

    void add(LoggedSignal signal, long expiresAtStep, long currentStep) {
        byStep.computeIfAbsent(dueStep(expiresAtStep, currentStep), _ -> new ArrayList<>(1)).add(signal);
    }

    /** Returns the due step of a signal that is added at the current step. */
    static long dueStep(long expiresAtStep, long currentStep) {
        return Math.max(expiresAtStep, currentStep + 1);
    }

    /** Returns the signals that expire at that step, in log order, except those that wait for acknowledgement. */
    List<LoggedSignal> dueAt(long step) {
        return byStep.getOrDefault(step, List.of()).stream()
                .filter(signal -> signal.isOpen() && !signal.awaitsAcknowledgement())
                .sorted(Comparator.comparingLong(LoggedSignal::sequence)).toList();
    }

    /** Removes closed signals, which do not expire. */
    void removeClosed() {
        byStep.values().forEach(due -> due.removeIf(signal -> !signal.isOpen()));
        byStep.values().removeIf(List::isEmpty);
    }

    void remove(long step) {
        byStep.remove(step);
    }
}
