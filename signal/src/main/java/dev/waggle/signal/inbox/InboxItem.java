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
 * @param bookkeeping whether one of those subscriptions asks for {@link RuntimeBookkeeping}
 */
public record InboxItem(LogEntry entry, List<String> patterns, boolean silent, boolean bookkeeping) {

    public InboxItem {
        patterns = List.copyOf(patterns);
        if (patterns.isEmpty()) {
            throw new IllegalArgumentException("an inbox item needs a pattern that matches it");
        }
    }

    /** Creates an item by subscriptions that ask for no bookkeeping. */
    public InboxItem(LogEntry entry, List<String> patterns, boolean silent) {
        this(entry, patterns, silent, false);
    }

    public Signal signal() {
        return entry.signal();
    }
}
