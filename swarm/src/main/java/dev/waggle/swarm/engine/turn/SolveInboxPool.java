package dev.waggle.swarm.engine.turn;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.signal.inbox.InboxProvider;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.engine.turn.SolveInbox.Backlog;

/**
 * The inboxes of a swarm between its solves. An inbox has one consumer at a time: while one solve has it, the agent has
 * none in others. Thread-safe; no code of an inbox runs under the lock.
 */
public final class SolveInboxPool {

    private final InboxProvider inboxes;
    private final ReentrantLock lock = new ReentrantLock();
    /** Leased inboxes by agent. Guarded by the lock, as are the backlogs and connections. */
    private final Map<String, SolveInbox> leased = new HashMap<>();
    private final Map<String, Backlog> backlogs = new HashMap<>();
    private final Map<String, InboxConnection> connections = new HashMap<>();

    public SolveInboxPool(InboxProvider inboxes) {
        this.inboxes = inboxes;
    }

    /** Leases the agent's inbox to that run; an empty one while another run has it. */
    SolveInbox lease(String agentId, String run, StopGuard guard, World world) {
        if (inboxes.equals(InboxProvider.NONE)) { // A call without result needs no thread.
            return SolveInbox.empty(agentId);
        }
        lock.lock();
        try {
            if (leased.containsKey(agentId)) {
                return SolveInbox.empty(agentId);
            }
            Backlog backlog = backlogs.getOrDefault(agentId, Backlog.NONE);
            InboxConnection line = connections.computeIfAbsent(agentId, id -> new InboxConnection(id, inboxes));
            SolveInbox inbox = new SolveInbox(agentId, run, new SolveInbox.InboxAccess(line, guard, world), backlog);
            leased.put(agentId, inbox);
            return inbox;
        } finally {
            lock.unlock();
        }
    }

    /** Releases a leased inbox with its unfinished items; one that was not leased changes nothing. */
    void release(SolveInbox inbox) {
        lock.lock();
        try {
            if (leased.remove(inbox.agentId(), inbox)) {
                backlogs.put(inbox.agentId(), inbox.backlog());
            }
        } finally {
            lock.unlock();
        }
    }
}
