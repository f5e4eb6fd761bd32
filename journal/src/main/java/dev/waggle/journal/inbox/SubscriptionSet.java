package dev.waggle.journal.inbox;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.journal.inbox.wake.AgentTransition;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.pattern.PatternDialect;
import dev.waggle.signal.pattern.PatternIndex;
import org.jspecify.annotations.Nullable;

/** The subscriptions of one agent, and their matches for an entry of the log. Owned by its {@link AgentQueue}. */
final class SubscriptionSet {

    private final String agentId;
    private final Map<SubscriptionKey, Subscription> subscriptions = new LinkedHashMap<>();
    private final PatternIndex<SubscriptionKey> patterns = new PatternIndex<>();

    SubscriptionSet(String agentId) {
        this.agentId = agentId;
    }

    Collection<Subscription> all() {
        return subscriptions.values();
    }

    void put(Subscription subscription) {
        subscriptions.put(subscription.key(), subscription);
        patterns.add(Pattern.of(subscription.pattern(), PatternDialect.DURABLE), subscription.key());
    }

    void remove(SubscriptionKey key) {
        if (subscriptions.remove(key) != null) {
            patterns.remove(Pattern.of(key.pattern(), PatternDialect.DURABLE), key);
        }
    }

    /** True if some subscription has that pattern, for any tenant. */
    boolean hasPattern(String pattern) {
        return subscriptions.keySet().stream().anyMatch(key -> key.pattern().equals(pattern));
    }

    /** Moves subscriptions back to the end of the log, so that all later entries are behind them. */
    void rewind(long last) {
        subscriptions.replaceAll((key, it) -> it.withAfter(Math.min(it.after(), last)));
    }

    /** Subscriptions that match an entry of their tenant, in the order in which they were made. */
    List<Subscription> matching(LogEntry entry) {
        List<Subscription> matching = new ArrayList<>();
        boolean isOwn = isOwn(entry);
        String tenant = entry.signal().scope().tenant();
        for (SubscriptionKey key : patterns.match(entry.signal().type())) {
            @Nullable Subscription it = subscriptions.get(key);
            if (it != null && Objects.equals(key.tenant(), tenant) && entry.sequence() > it.after()
                    && (!isOwn || it.own())) {
                matching.add(it);
            }
        }
        return matching;
    }

    /** Subscriptions by which a reader receives an entry, in the order in which they were made. */
    List<Subscription> matching(LogEntry entry, InboxView view) {
        return view.visible(entry, matching(entry));
    }

    /** True if an entry calls for a reaction: some subscription that is not silent matches it. */
    boolean isCalling(LogEntry entry, InboxView view) {
        return !matching(entry, view).stream().allMatch(Subscription::silent);
    }

    /** Compares the authenticated emitter; any emitter could claim the agent's source to hide a signal from it. */
    private boolean isOwn(LogEntry entry) {
        return entry.emission().isOfAgent(agentId) || AgentTransition.isToldOf(agentId, entry);
    }
}
