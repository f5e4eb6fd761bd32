package dev.waggle.signal.inbox;

import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.LogEntry;

/**
 * A signal delivered to one agent: once, however many subscriptions match it.
 *
 * @param entry the log entry of the signal
 * @param patterns the patterns that match it, in the order in which they were subscribed; at least one
 * @param silent whether every one of those subscriptions is silent: then it is context, else it requires a reaction
 * @param attempts number of turns so far that got it and did not answer it, from 0
 * @param requeued whether it had been given up and was put into the inbox again
 * @param bookkeeping whether one of those subscriptions asks for {@link RuntimeBookkeeping}
 */
public record InboxItem(LogEntry entry, List<String> patterns, boolean silent, int attempts, boolean requeued,
        boolean bookkeeping) {

    public InboxItem {
        patterns = List.copyOf(patterns);
        if (patterns.isEmpty()) {
            throw new IllegalArgumentException("an inbox item needs a pattern that matches it");
        }
        if (attempts < 0) {
            throw new IllegalArgumentException("attempts must be at least 0, got " + attempts);
        }
    }

    /** An item at its first attempt, by subscriptions that ask for no bookkeeping. */
    public InboxItem(LogEntry entry, List<String> patterns, boolean silent) {
        this(entry, patterns, silent, 0, false, false);
    }

    /** Copy with that number of attempts. */
    public InboxItem withAttempts(int newAttempts) {
        return new InboxItem(entry, patterns, silent, newAttempts, requeued, bookkeeping);
    }

    public Signal signal() {
        return entry.signal();
    }

    /** Number of the entry in the log that feeds the inbox. */
    public long sequence() {
        return entry.sequence();
    }
}
