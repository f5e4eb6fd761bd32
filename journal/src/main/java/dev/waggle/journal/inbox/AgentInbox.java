package dev.waggle.journal.inbox;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Journal;

/**
 * The inbox of one agent: its box at the desk, and the log for what had no room in it. The log is read without any lock;
 * what was read counts only if nobody was faster.
 */
final class AgentInbox implements Inbox {

    /** Entries of the log that are read at a time. */
    private static final int CHUNK = 1_000;

    private final String agentId;
    private final Desk desk;
    private final Journal log;
    private final FactLog facts;
    private final Runnable afterFact;
    private final Runnable afterLoss;

    AgentInbox(String agentId, Desk desk, Journal log, FactLog facts, Runnable afterFact,
            Runnable afterLoss) {
        this.agentId = agentId;
        this.desk = desk;
        this.log = log;
        this.facts = facts;
        this.afterFact = afterFact;
        this.afterLoss = afterLoss;
    }

    @Override
    public List<InboxItem> drain(int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("limit must be at least 0, got " + limit);
        }
        List<InboxItem> items = new ArrayList<>();
        for (long from = desk.take(agentId, limit, items); from > 0; from = desk.take(agentId, limit, items)) {
            long sure = desk.routed();
            if (desk.refill(agentId, from, log.read(from, CHUNK), sure)) {
                afterLoss.run();
            }
        }
        return List.copyOf(items);
    }

    @Override
    public void acknowledge(long sequence) {
        if (desk.isNews(agentId, sequence)) {
            facts.write(new Fact.Acknowledged(agentId, sequence));
            afterFact.run();
        }
    }

    @Override
    public boolean isCalling() {
        if (desk.isCallingInMemory(agentId)) {
            return true;
        }
        for (long from = desk.unheardFrom(agentId); from > 0; from = desk.unheardFrom(agentId)) {
            long sure = desk.routed();
            if (desk.isCalling(agentId, log.read(from, CHUNK), sure)) {
                return true;
            }
        }
        return false;
    }
}
