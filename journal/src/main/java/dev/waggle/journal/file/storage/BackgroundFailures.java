package dev.waggle.journal.file.storage;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

import dev.waggle.journal.file.BackgroundFailure;

/**
 * Recent failures of background work, which leave the appends unharmed. The newest are stored up to a maximum and
 * written to the platform's log. A failure that is stored is not reported again, because every reader meets the same
 * damaged line.
 */
public final class BackgroundFailures {

    private static final int MAX_FAILURES = 100;

    private final Supplier<System.Logger> log;
    private final Deque<BackgroundFailure> failures = new ArrayDeque<>();

    /** @param log the logger, which is looked up when there is something to log: that takes time */
    public BackgroundFailures(Supplier<System.Logger> log) {
        this.log = log;
    }

    public synchronized void add(String operation, Throwable cause) {
        if (failures.stream().anyMatch(known -> known.description().equals(operation))) {
            return;
        }
        if (failures.size() == MAX_FAILURES) {
            failures.removeFirst();
        }
        failures.addLast(new BackgroundFailure(operation, cause));
        log.get().log(System.Logger.Level.WARNING, operation, cause);
    }

    public synchronized List<BackgroundFailure> all() {
        return List.copyOf(failures);
    }
}
