package dev.waggle.swarm.engine.turn;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.signal.inbox.Inboxes;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.engine.turn.Mailbox.Backlog;

/**
 * The inboxes of a swarm between its solves. An inbox has one consumer at a time: while one solve has it, the agent has
 * none in others. Thread-safe; no code of an inbox runs under the lock.
 */
public final class Mailboxes {

    private final Inboxes inboxes;
    private final ReentrantLock lock = new ReentrantLock();
    /** By agent. Guarded by the lock, as are the backlogs and lines. */
    private final Map<String, Mailbox> lent = new HashMap<>();
    private final Map<String, Backlog> backlogs = new HashMap<>();
    private final Map<String, InboxLine> lines = new HashMap<>();

    public Mailboxes(Inboxes inboxes) {
        this.inboxes = inboxes;
    }

    /** The agent's mailbox for that run; an empty one while another run has it. */
    Mailbox lend(String agentId, String run, Guard guard, World world) {
        if (inboxes.equals(Inboxes.NONE)) { // What would bring nothing needs no threads.
            return Mailbox.empty(agentId);
        }
        lock.lock();
        try {
            if (lent.containsKey(agentId)) {
                return Mailbox.empty(agentId);
            }
            Backlog backlog = backlogs.getOrDefault(agentId, Backlog.NONE);
            InboxLine line = lines.computeIfAbsent(agentId, id -> new InboxLine(id, inboxes));
            Mailbox mailbox = new Mailbox(agentId, run, new Mailbox.Way(line, guard, world), backlog);
            lent.put(agentId, mailbox);
            return mailbox;
        } finally {
            lock.unlock();
        }
    }

    /** Takes a mailbox back that was lent, with what it did not finish; one that was not lent changes nothing. */
    void takeBack(Mailbox mailbox) {
        lock.lock();
        try {
            if (lent.remove(mailbox.agentId(), mailbox)) {
                backlogs.put(mailbox.agentId(), mailbox.backlog());
            }
        } finally {
            lock.unlock();
        }
    }
}
