package dev.waggle.signal.connectivity;

import java.time.Instant;
import java.util.Set;

import dev.waggle.signal.Priority;
import org.jspecify.annotations.Nullable;

/**
 * Which signals of a thread to show. All filters must hold; an empty set or {@code null} does not filter, except that
 * {@code states} {@code null} means the open ones, emitted and active.
 *
 * @param threadId the thread; an unknown one has no signals
 * @param source the exact source
 * @param messageClasses any of these
 * @param signalClasses any of these
 * @param states any of these; empty shows all, {@code null} the open ones
 * @param priorities any of these
 * @param since emitted strictly after
 * @param before emitted strictly before
 * @param limit most results, at least 0
 * @param order which come first, and so which a limit keeps
 */
public record SignalQuery(String threadId, @Nullable String source, Set<MessageClass> messageClasses,
        Set<SignalClass> signalClasses, @Nullable Set<SignalState> states, Set<Priority> priorities,
        @Nullable Instant since, @Nullable Instant before, int limit, Order order) {

    /** Most results when a query says nothing else. */
    public static final int DEFAULT_LIMIT = 50;

    /** By place in the thread, whatever the clock said. */
    public enum Order {
        NEWEST, OLDEST
    }

    public SignalQuery {
        messageClasses = Set.copyOf(messageClasses);
        signalClasses = Set.copyOf(signalClasses);
        states = states == null ? null : Set.copyOf(states);
        priorities = Set.copyOf(priorities);
        if (limit < 0) {
            throw new SignalValidationException("limit must be at least 0, got " + limit);
        }
    }

    /** The newest 50 open signals of a thread. */
    public static SignalQuery of(String threadId) {
        return new SignalQuery(threadId, null, Set.of(), Set.of(), null, Set.of(), null, null, DEFAULT_LIMIT,
                Order.NEWEST);
    }
}
