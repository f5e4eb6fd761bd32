package dev.waggle.signal.connectivity;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityException.SignalValidationException;
import dev.waggle.signal.text.QuotedValue;
import org.jspecify.annotations.Nullable;

/**
 * Query for signals of a thread. An empty set selects everything, as {@link #any} does. {@link #none} selects nothing. A
 * {@code SignalFilter} of the history reads an empty set the other way. All filters must hold. An empty set or
 * {@code null} does not filter, except that {@code states} {@code null} means the open ones, emitted and active.
 *
 * @param threadId the thread; an unknown one has no signals
 * @param source the exact source
 * @param messageClasses any of these
 * @param signalClasses any of these, compared by name
 * @param states any of these; empty returns all, {@code null} the open ones
 * @param priorities any of these
 * @param since emitted strictly after
 * @param before emitted strictly before
 * @param limit maximum number of results, at least 0
 * @param order the signals that come first, and so those that a limit keeps
 */
public record SignalQuery(String threadId, @Nullable String source, Set<MessageClass> messageClasses,
        Set<SignalClassDefinition> signalClasses, @Nullable Set<SignalState> states, Set<Priority> priorities,
        @Nullable Instant since, @Nullable Instant before, int limit, Order order) {

    /** Maximum number of results when a query states no limit. */
    public static final int DEFAULT_LIMIT = 50;

    /** Order by position in the thread, independent of the clock. */
    public enum Order {
        NEWEST, OLDEST
    }

    public SignalQuery {
        messageClasses = copy("messageClasses", messageClasses);
        signalClasses = copy("signalClasses", signalClasses);
        states = states == null ? null : copy("states", states);
        priorities = copy("priorities", priorities);
        Order _ = requirePresent("order", order);
        if (limit < 0) {
            throw new SignalValidationException("limit must be at least 0, got " + limit);
        }
    }

    /** Returns the query for the newest 50 open signals of a thread. */
    public static SignalQuery of(String threadId) {
        return new SignalQuery(threadId, null, Set.of(), Set.of(), null, Set.of(), null, null, DEFAULT_LIMIT,
                Order.NEWEST);
    }

    /** Returns the query for all signals of a thread, in any state. */
    public static SignalQuery any(String threadId) {
        return of(threadId).withStates().withLimit(Integer.MAX_VALUE);
    }

    /** Returns the query that selects no signal of a thread: its limit is 0. */
    public static SignalQuery none(String threadId) {
        return of(threadId).withLimit(0);
    }

    public SignalQuery withSource(String newSource) {
        return new SignalQuery(threadId, newSource, messageClasses, signalClasses, states, priorities, since, before,
                limit, order);
    }

    public SignalQuery withMessageClasses(MessageClass... newMessageClasses) {
        return new SignalQuery(threadId, source, setOf("messageClasses", newMessageClasses), signalClasses, states,
                priorities, since,
                before, limit, order);
    }

    public SignalQuery withSignalClasses(SignalClassDefinition... newSignalClasses) {
        return new SignalQuery(threadId, source, messageClasses, setOf("signalClasses", newSignalClasses), states,
                priorities, since,
                before, limit, order);
    }

    /** Returns a query for any of these states; none given means all. */
    public SignalQuery withStates(SignalState... newStates) {
        return new SignalQuery(threadId, source, messageClasses, signalClasses, setOf("states", newStates), priorities,
                since,
                before, limit, order);
    }

    public SignalQuery withPriorities(Priority... newPriorities) {
        return new SignalQuery(threadId, source, messageClasses, signalClasses, states,
                setOf("priorities", newPriorities), since,
                before, limit, order);
    }

    /**
     * Returns a query for signals emitted strictly after that time.
     *
     * @param time ISO-8601 with {@code Z} or an offset; refused when it is not
     */
    public SignalQuery withSince(String time) {
        return new SignalQuery(threadId, source, messageClasses, signalClasses, states, priorities,
                parse("since", time), before, limit, order);
    }

    /** Returns a query for signals emitted strictly after that time. */
    public SignalQuery withSince(Instant time) {
        return new SignalQuery(threadId, source, messageClasses, signalClasses, states, priorities,
                requirePresent("since", time), before, limit, order);
    }

    /**
     * Returns a query for signals emitted strictly before that time.
     *
     * @param time ISO-8601 with {@code Z} or an offset; refused when it is not
     */
    public SignalQuery withBefore(String time) {
        return new SignalQuery(threadId, source, messageClasses, signalClasses, states, priorities, since,
                parse("before", time), limit, order);
    }

    /** Returns a query for signals emitted strictly before that time. */
    public SignalQuery withBefore(Instant time) {
        return new SignalQuery(threadId, source, messageClasses, signalClasses, states, priorities, since,
                requirePresent("before", time), limit, order);
    }

    public SignalQuery withLimit(int newLimit) {
        return new SignalQuery(threadId, source, messageClasses, signalClasses, states, priorities, since, before,
                newLimit, order);
    }

    public SignalQuery withOrder(Order newOrder) {
        return new SignalQuery(threadId, source, messageClasses, signalClasses, states, priorities, since, before,
                limit, newOrder);
    }

    /** Returns each value once, in a set. */
    private static <E> Set<E> setOf(String field, E[] values) {
        return copy(field, Arrays.asList(requirePresent(field, values)));
    }

    private static <E> Set<E> copy(String field, @Nullable Collection<E> values) {
        Set<E> copy = new HashSet<>();
        for (E value : requirePresent(field, values)) {
            copy.add(requirePresent(field, value));
        }
        return Set.copyOf(copy);
    }

    private static Instant parse(String field, String time) {
        try {
            return OffsetDateTime.parse(requirePresent(field, time)).toInstant();
        } catch (DateTimeParseException notATime) {
            throw new SignalValidationException(field + " must be an ISO-8601 time with offset, got "
                    + QuotedValue.of(time) + "\nMaybe 2026-04-11T00:00:00.000Z.");
        }
    }

    private static <T> T requirePresent(String field, @Nullable T value) {
        if (value == null) {
            throw new SignalValidationException(field + " must not be null");
        }
        return value;
    }
}
