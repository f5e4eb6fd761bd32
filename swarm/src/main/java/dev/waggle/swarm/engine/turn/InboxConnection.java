package dev.waggle.swarm.engine.turn;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.inbox.InboxProvider;
import org.jspecify.annotations.Nullable;

/**
 * Connection to the inbox of one agent, from solve to solve. It hands out foreign code, to be run on a thread of its
 * own. One call runs at a time, and while one hangs the others fail at once. Drained items are stored here until a
 * solve takes them, however late they come. Thread-safe.
 */
final class InboxConnection {

    private final String agentId;
    private final InboxProvider inboxes;
    /** Held by the call that is in the inbox. */
    private final ReentrantLock inUse = new ReentrantLock();
    private final Queue<InboxItem> drained = new ConcurrentLinkedQueue<>();
    /** Guarded by the lock. */
    private @Nullable Inbox inbox;

    InboxConnection(String agentId, InboxProvider inboxes) {
        this.agentId = agentId;
        this.inboxes = inboxes;
    }

    /** Call that checks the inbox for items that need a reaction. */
    Callable<Boolean> checkCall() {
        return call(Inbox::needsReaction);
    }

    /** Call that drains the inbox; {@link #pollDrained} has the items. */
    Callable<Boolean> drainCall(int limit) {
        return call(open -> drained.addAll(open.drain(limit)));
    }

    /** Call that acknowledges all items up to that sequence. */
    Callable<Boolean> acknowledgeCall(long sequence) {
        return call(open -> {
            open.acknowledge(sequence);
            return true;
        });
    }

    /** Call that records attempts without an answer. */
    Callable<Boolean> attemptsCall(List<InboxItem> items, String reason) {
        return call(open -> {
            open.recordAttempts(items, reason);
            return true;
        });
    }

    /** Call that gives items up. */
    Callable<Boolean> giveUpCall(List<InboxItem> items, String reason) {
        return call(open -> {
            open.giveUp(items, reason);
            return true;
        });
    }

    /** Removes and returns the items drained since the last poll. */
    List<InboxItem> pollDrained() {
        List<InboxItem> taken = new ArrayList<>();
        for (InboxItem item = drained.poll(); item != null; item = drained.poll()) {
            taken.add(item);
        }
        return taken;
    }

    private <T> Callable<T> call(Function<Inbox, T> code) {
        return () -> {
            if (!inUse.tryLock()) {
                throw new IllegalStateException("the inbox of agent " + agentId + " is still at an earlier call"
                        + "\nMaybe it hangs.");
            }
            try {
                return code.apply(open());
            } finally {
                inUse.unlock();
            }
        };
    }

    private Inbox open() {
        Inbox open = inbox;
        if (open == null) {
            open = inboxes.inboxInSolve(agentId);
            inbox = open;
        }
        return open;
    }
}
