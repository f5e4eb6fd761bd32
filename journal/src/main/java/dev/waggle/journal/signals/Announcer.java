package dev.waggle.journal.signals;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import dev.waggle.signal.connectivity.FailureHandler;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * Tells listeners of generated signals, each once and in the order of the log. One thread tells at a time, and goes on
 * until its own signal has been told and somebody else waits, who takes over: when all have returned, all is told. No lock
 * is held while a listener runs.
 */
final class Announcer {

    private final FailureHandler failures;
    private final List<Added> listeners = new CopyOnWriteArrayList<>();
    private final Set<String> expected = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<LogEntry> untold = new ArrayDeque<>();
    private @Nullable Thread teller;
    private long told;
    private int waiting;

    Announcer(FailureHandler failures) {
        this.failures = failures;
    }

    Runnable add(Consumer<LogEntry> listener) {
        Added added = new Added(listener);
        listeners.add(added);
        return () -> listeners.remove(added);
    }

    /** The signal of that id will be told of when the log has it. */
    void expect(String id) {
        expected.add(id);
    }

    /** The log did not take it. */
    void forget(String id) {
        expected.remove(id);
    }

    /** The log has taken these. */
    void appended(List<LogEntry> entries) {
        lock.lock();
        try {
            for (LogEntry entry : entries) {
                if (expected.remove(entry.signal().id())) {
                    untold.add(entry);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns when that entry has been told; within a listener at once, and it is told when the listener has returned.
     */
    void tell(long sequence) {
        if (!isMine(sequence)) {
            return;
        }
        for (LogEntry next = next(sequence); next != null; next = next(sequence)) {
            tell(next);
        }
    }

    /** Whether this thread tells from now on; waits while another one does, and the entry is untold. */
    private boolean isMine(long sequence) {
        lock.lock();
        try {
            if (Thread.currentThread().equals(teller)) {
                return false;
            }
            waiting++;
            while (teller != null && told < sequence) {
                changed.awaitUninterruptibly();
            }
            waiting--;
            // Whoever stopped telling because this one waited has left the rest to it, be its own told meanwhile or not.
            if (teller != null || (told >= sequence && untold.isEmpty())) {
                return false;
            }
            teller = Thread.currentThread();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable LogEntry next(long own) {
        lock.lock();
        try {
            LogEntry next = told >= own && waiting > 0 ? null : untold.poll();
            if (next == null) {
                teller = null;
            }
            changed.signalAll();
            return next;
        } finally {
            lock.unlock();
        }
    }

    private void tell(LogEntry entry) {
        for (Added added : listeners) {
            try {
                added.listener.accept(entry);
            } catch (Throwable failed) {
                FailureHandler.tell(failures, failed, "telling a listener of signal " + entry.signal().id());
            }
        }
        lock.lock();
        try {
            told = entry.sequence();
        } finally {
            lock.unlock();
        }
    }

    /** One addition of a listener: the same may be added twice, and each addition is ended by its own remover. */
    private static final class Added {

        private final Consumer<LogEntry> listener;

        Added(Consumer<LogEntry> listener) {
            this.listener = listener;
        }
    }
}
