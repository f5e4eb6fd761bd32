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
 * Dispatcher of generated signals to listeners, each once and in the order of the log. One thread dispatches at a time.
 * It continues until its own signal has been dispatched and another thread waits, which takes over. So every signal has
 * been dispatched when all threads have returned. No lock is held while a listener runs.
 */
final class ListenerDispatcher {

    private final FailureHandler failures;
    private final List<Registration> listeners = new CopyOnWriteArrayList<>();
    private final Set<String> expected = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<LogEntry> pending = new ArrayDeque<>();
    private @Nullable Thread dispatcher;
    private long dispatched;
    private int waiting;

    ListenerDispatcher(FailureHandler failures) {
        this.failures = failures;
    }

    Runnable add(Consumer<LogEntry> listener) {
        Registration added = new Registration(listener);
        listeners.add(added);
        return () -> listeners.remove(added);
    }

    /** Registers the signal of that id for dispatch when the log has it. */
    void expect(String id) {
        expected.add(id);
    }

    /** Removes the expected signal of that id, which the log did not take. */
    void forget(String id) {
        expected.remove(id);
    }

    /** The log has taken these. */
    void appended(List<LogEntry> entries) {
        lock.lock();
        try {
            for (LogEntry entry : entries) {
                if (expected.remove(entry.signal().id())) {
                    pending.add(entry);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns when that entry has been dispatched. Within a listener it returns at once, and the entry is dispatched
     * when the listener has returned.
     */
    void dispatch(long sequence) {
        if (!becomeDispatcher(sequence)) {
            return;
        }
        for (LogEntry next = next(sequence); next != null; next = next(sequence)) {
            dispatch(next);
        }
    }

    /** True if this thread dispatches from now on; waits while another one does and the entry is not dispatched. */
    private boolean becomeDispatcher(long sequence) {
        lock.lock();
        try {
            if (Thread.currentThread().equals(dispatcher)) {
                return false;
            }
            waiting++;
            while (dispatcher != null && dispatched < sequence) {
                changed.awaitUninterruptibly();
            }
            waiting--;
            // A dispatcher that stopped for this thread left the rest to it, its own signal dispatched or not.
            if (dispatcher != null || (dispatched >= sequence && pending.isEmpty())) {
                return false;
            }
            dispatcher = Thread.currentThread();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable LogEntry next(long own) {
        lock.lock();
        try {
            LogEntry next = dispatched >= own && waiting > 0 ? null : pending.poll();
            if (next == null) {
                dispatcher = null;
            }
            changed.signalAll();
            return next;
        } finally {
            lock.unlock();
        }
    }

    private void dispatch(LogEntry entry) {
        for (Registration added : listeners) {
            try {
                added.listener.accept(entry);
            } catch (Throwable failed) {
                FailureHandler.report(failures, failed, "notifying a listener of signal " + entry.signal().id());
            }
        }
        lock.lock();
        try {
            dispatched = entry.sequence();
        } finally {
            lock.unlock();
        }
    }

    /** Registration of a listener. The same one may be registered twice, and each registration has its own remover. */
    private static final class Registration {

        private final Consumer<LogEntry> listener;

        Registration(Consumer<LogEntry> listener) {
            this.listener = listener;
        }
    }
}
