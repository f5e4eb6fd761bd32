package dev.waggle.swarm.testbed;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.inbox.InboxProvider;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;

/**
 * Subscriptions and inboxes in memory. A test plays a crash of the process by asking for them anew: of all progress,
 * {@link #afterCrash} knows the acknowledgements alone.
 */
public final class MemoryInboxes implements InboxProvider {

    private record Subscription(String agent, Pattern pattern, boolean silent) {}

    private final List<LogEntry> log;
    private final List<Subscription> subscriptions;
    private final Map<String, Long> acknowledged;
    private final Map<String, Map<Long, Integer>> attempts;
    private final Map<String, List<Long>> dead;
    private final Map<String, MemoryInbox> inboxes = new HashMap<>();

    public MemoryInboxes() {
        this(new ArrayList<>(), new ArrayList<>(), new HashMap<>(), new HashMap<>(), new HashMap<>());
    }

    private MemoryInboxes(List<LogEntry> log, List<Subscription> subscriptions, Map<String, Long> acknowledged,
            Map<String, Map<Long, Integer>> attempts, Map<String, List<Long>> dead) {
        this.attempts = attempts;
        this.dead = dead;
        this.log = log;
        this.subscriptions = subscriptions;
        this.acknowledged = acknowledged;
    }

    public MemoryInboxes subscribe(String agent, String pattern, boolean silent) {
        subscriptions.add(new Subscription(agent, Pattern.of(pattern), silent));
        return this;
    }

    public synchronized void deliver(LogEntry entry) {
        log.add(entry);
    }

    public MemoryInboxes afterCrash() {
        return new MemoryInboxes(log, subscriptions, acknowledged, attempts, dead);
    }

    public synchronized long acknowledged(String agent) {
        return acknowledged.getOrDefault(agent, 0L);
    }

    /** Numbers of the items that were given up. */
    public synchronized List<Long> dead(String agent) {
        return List.copyOf(dead.getOrDefault(agent, List.of()));
    }

    public synchronized int attempts(String agent, long sequence) {
        return attempts.getOrDefault(agent, Map.of()).getOrDefault(sequence, 0);
    }

    @Override
    public synchronized Inbox inboxOf(String agentId) {
        return inboxes.computeIfAbsent(agentId, MemoryInbox::new);
    }

    private List<Subscription> matching(String agent, LogEntry entry) {
        return subscriptions.stream()
                .filter(one -> one.agent().equals(agent) && one.pattern().matches(entry.signal().type())).toList();
    }

    private final class MemoryInbox implements Inbox {

        private final String agent;
        private long taken;

        MemoryInbox(String agent) {
            this.agent = agent;
            taken = acknowledged(agent);
        }

        @Override
        public List<InboxItem> drain(int limit) {
            synchronized (MemoryInboxes.this) {
                List<InboxItem> items = waiting().stream().limit(limit).toList();
                if (!items.isEmpty()) {
                    taken = items.getLast().entry().sequence();
                }
                return items;
            }
        }

        @Override
        public void acknowledge(long sequence) {
            synchronized (MemoryInboxes.this) {
                acknowledged.merge(agent, sequence, Math::max);
            }
        }

        @Override
        public void recordAttempts(List<InboxItem> items, String reason) {
            synchronized (MemoryInboxes.this) {
                items.forEach(item -> attempts.computeIfAbsent(agent, _ -> new HashMap<>()).merge(item.sequence(),
                        item.attempts(), Math::max));
            }
        }

        @Override
        public void giveUp(List<InboxItem> items, String reason) {
            synchronized (MemoryInboxes.this) {
                items.forEach(item -> dead.computeIfAbsent(agent, _ -> new ArrayList<>()).add(item.sequence()));
            }
        }

        @Override
        public boolean needsReaction() {
            synchronized (MemoryInboxes.this) {
                return waiting().stream().anyMatch(item -> !item.silent());
            }
        }

        private List<InboxItem> waiting() {
            return log.stream().filter(entry -> entry.sequence() > taken && !matching(agent, entry).isEmpty())
                    .map(entry -> new InboxItem(entry,
                            matching(agent, entry).stream().map(one -> one.pattern().text()).toList(),
                            matching(agent, entry).stream().allMatch(Subscription::silent),
                            attempts(agent, entry.sequence()), false, false))
                    .toList();
        }
    }
}
