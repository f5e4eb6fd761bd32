package dev.waggle.journal.inbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import dev.waggle.journal.inbox.InboxLoader.LogPages;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.LogEntry;

/**
 * The inbox of one agent: its {@link AgentQueue} at the router, and the log for entries that had no room in it. The log
 * is read without any lock; the entries count only if no other thread was faster.
 */
final class AgentInbox implements Inbox {

    /** Entries of the log that are read at a time. */
    private static final int CHUNK = 1_000;

    private final String agentId;
    private final InboxView view;
    private final InboxRouter router;
    private final LogPages log;
    private final Consumer<DeliveryFact> facts;
    private final Runnable afterFact;
    private final Runnable afterDrain;

    AgentInbox(String agentId, InboxView view, InboxRouter router, LogPages log, Consumer<DeliveryFact> facts,
            Runnable afterFact, Runnable afterDrain) {
        this.agentId = agentId;
        this.view = view;
        this.router = router;
        this.log = log;
        this.facts = facts;
        this.afterFact = afterFact;
        this.afterDrain = afterDrain;
    }

    @Override
    public List<InboxItem> drain(int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("limit must be at least 0, got " + limit);
        }
        List<InboxItem> items = new ArrayList<>();
        for (long from = router.drain(agentId, limit, view, items); from > 0;
                from = router.drain(agentId, limit, view, items)) {
            long sure = router.routed();
            router.refill(agentId, from, log.read(from, CHUNK), sure);
        }
        afterDrain.run();
        return List.copyOf(items);
    }

    /** The waiting items, the oldest first; none of them is taken. */
    List<InboxItem> peek(int limit) {
        List<InboxItem> items = new ArrayList<>();
        router.peekRequeued(agentId, view, limit, items);
        for (long from = router.waitingFrom(agentId, view); from > 0 && items.size() < limit;) {
            List<LogEntry> read = log.read(from, CHUNK);
            router.peek(agentId, read, view, limit, items);
            from = read.isEmpty() ? 0 : read.getLast().sequence() + 1;
        }
        return List.copyOf(items);
    }

    @Override
    public void acknowledge(long sequence) {
        Set<Long> again = router.takenAgain(agentId, sequence);
        if (!again.isEmpty()) {
            facts.accept(new DeliveryFact.Settled(agentId, again));
        }
        if (router.isNewAcknowledgement(agentId, sequence)) {
            facts.accept(new DeliveryFact.Acknowledged(agentId, sequence));
            afterFact.run();
        }
    }

    @Override
    public void recordAttempts(List<InboxItem> items, String reason) {
        Map<Long, Integer> counts = router.open(agentId, items).stream().filter(item -> item.attempts() > 0)
                .collect(Collectors.toMap(InboxItem::sequence, InboxItem::attempts, Math::max));
        if (!counts.isEmpty()) {
            facts.accept(new DeliveryFact.Attempted(agentId, counts));
            afterFact.run();
        }
    }

    @Override
    public void giveUp(List<InboxItem> items, String reason) {
        for (InboxItem item : router.open(agentId, items)) {
            facts.accept(router.givenUp(agentId, item, reason));
        }
        afterFact.run();
    }

    @Override
    public boolean needsReaction() {
        if (router.isCallingInMemory(agentId, view)) {
            return true;
        }
        for (long from = router.uncheckedFrom(agentId); from > 0; from = router.uncheckedFrom(agentId)) {
            long sure = router.routed();
            if (router.isCalling(agentId, log.read(from, CHUNK), view, sure)) {
                return true;
            }
        }
        return false;
    }
}
