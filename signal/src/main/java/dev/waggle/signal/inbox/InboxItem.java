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
 */
public record InboxItem(LogEntry entry, List<String> patterns, boolean silent) {

    public InboxItem {
        patterns = List.copyOf(patterns);
        if (patterns.isEmpty()) {
            throw new IllegalArgumentException("an inbox item needs a pattern that matches it");
        }
    }

    public Signal signal() {
        return entry.signal();
    }
}
