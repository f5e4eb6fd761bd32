package dev.waggle.journal.inbox.wake;

import java.util.ArrayDeque;
import java.util.Deque;

import org.jspecify.annotations.Nullable;

/**
 * Transitions of agents that are not announced yet, in their order. It takes none unless they are to be announced. When
 * it is full, the oldest is discarded: they are information only. Thread-safe; its lock is an innermost one.
 */
public final class TransitionQueue {

    /** More than the agents of a host change while one announcement is written. */
    static final int MAX_PENDING = 10_000;

    private final Deque<AgentTransition> pending = new ArrayDeque<>();
    private boolean isOpen;

    public TransitionQueue() {}

    /** Takes transitions from now on, or none any more. */
    synchronized void open(boolean newIsOpen) {
        isOpen = newIsOpen;
        pending.clear();
    }

    synchronized void add(AgentTransition transition) {
        if (!isOpen) {
            return;
        }
        if (pending.size() == MAX_PENDING) {
            pending.remove();
        }
        pending.add(transition);
    }

    /** Takes the oldest; {@code null} when there is none. */
    synchronized @Nullable AgentTransition poll() {
        return pending.poll();
    }

    synchronized boolean isEmpty() {
        return pending.isEmpty();
    }
}
