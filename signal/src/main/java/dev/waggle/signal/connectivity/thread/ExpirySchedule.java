package dev.waggle.signal.connectivity.thread;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which signals end at which step. A step that is reached already means the next one, so nothing is over before anybody
 * could see it. Guarded by the lock of the thread.
 */
final class ExpirySchedule {

    private final Map<Long, List<LoggedSignal>> byStep = new HashMap<>(2);

    void add(LoggedSignal signal, long expiresAtStep, long currentStep) {
        byStep.computeIfAbsent(dueStep(expiresAtStep, currentStep), _ -> new ArrayList<>(1)).add(signal);
    }

    /** Where a signal that is added at that step stands. */
    static long dueStep(long expiresAtStep, long currentStep) {
        return Math.max(expiresAtStep, currentStep + 1);
    }

    /** What ends at that step, in the order of the log; what waits for its acknowledgement does not. */
    List<LoggedSignal> dueAt(long step) {
        return byStep.getOrDefault(step, List.of()).stream()
                .filter(signal -> signal.isOpen() && !signal.awaitsAcknowledgement())
                .sorted(Comparator.comparingLong(LoggedSignal::sequence)).toList();
    }

    void remove(long step) {
        byStep.remove(step);
    }
}
