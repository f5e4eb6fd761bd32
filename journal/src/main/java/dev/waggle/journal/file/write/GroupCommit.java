package dev.waggle.journal.file.write;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.journal.LineCodec;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import org.jspecify.annotations.Nullable;

/**
 * Group commit without a thread of its own. Appends that arrive during a write wait, and are then written and synced
 * together.
 *
 * <pre>
 *   append   encode -> queue a {@link PendingAppend} -> lead, if no thread does; else sleep until it is done
 *   lead     yield, if the last batch was shared -> take the whole queue -> number, write and sync it as one ->
 *            notify -> wake the owners -> leave the lead
 * </pre>
 *
 * <p>A single writer leads every time and pays only for its own write and sync. The first thread that arrives after a
 * leader left becomes the leader. A sleeping owner, the newest, is woken for it only when the queue is not empty. The
 * queue needs no bound of its own, because every thread has at most one append in it.
 *
 * <p>Order of locks: the lead, then the lock of {@link ActiveSegment}. Queueing needs neither.
 */
public final class GroupCommit {

    private final ReentrantLock leaderLock = new ReentrantLock();
    /** The newest append; each refers to the one before it. */
    private final AtomicReference<@Nullable PendingAppend> queue = new AtomicReference<>();
    /** Taken out of the queue and not yet written, the oldest first. Owned by the leader. */
    private final Deque<PendingAppend> backlog = new ArrayDeque<>();
    private final BatchWriter writer;
    /** True if the last batch had several owners. Owned by the leader. */
    private boolean wasShared;

    /** Writer of a leader's batch. */
    interface BatchWriter {
        /** Takes one or more appends, the oldest first, and completes each of them. */
        List<PendingAppend> write(Deque<PendingAppend> waiting);
    }

    public GroupCommit(BatchWriter writer) {
        this.writer = writer;
    }

    /** The completed append. An interrupt waits until then. */
    public PendingAppend append(Signal signal, Emission emission, Instant recordedAt) {
        if (leaderLock.isHeldByCurrentThread()) {
            throw new IllegalStateException("a follower of a journal must not append to it, signal " + signal.id()
                    + " was not appended\nMaybe hand it to another thread.");
        }
        PendingAppend pending = new PendingAppend(signal, emission, recordedAt,
                LineCodec.body(signal, emission, recordedAt));
        push(pending);
        boolean interrupted = false;
        while (!pending.isDone()) {
            if (leaderLock.tryLock()) {
                leadUntil(pending);
            } else {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return pending;
    }

    /** Does something between two commits. */
    public void runBetweenCommits(Runnable act) {
        leaderLock.lock();
        try {
            act.run();
        } finally {
            leaderLock.unlock();
        }
        wakeLeader(null);
    }

    private void push(PendingAppend pending) {
        PendingAppend newest;
        do {
            newest = queue.get();
            pending.before = newest;
        } while (!queue.compareAndSet(newest, pending));
    }

    private void leadUntil(PendingAppend own) {
        PendingAppend next;
        try {
            while (!own.isDone()) {
                yieldToWaiting();
                takeQueue();
                List<PendingAppend> done = writer.write(backlog);
                for (PendingAppend pending : done) {
                    if (pending != own) {
                        pending.wake();
                    }
                }
                wasShared = done.size() > 1;
            }
            next = backlog.peekFirst();
        } finally {
            leaderLock.unlock();
        }
        wakeLeader(next);
    }

    /**
     * Yields the thread after a shared batch, so that callers that were just woken enqueue first. Otherwise two
     * groups take turns and each sync serves one of them. Of 64 writers a sync served 30, and with this 63. Of 1,024
     * it served 310 and 860.
     */
    @SuppressWarnings("ThreadPriorityCheck") // Nothing depends on it: without the yield batches are smaller.
    private void yieldToWaiting() {
        if (wasShared) {
            Thread.yield();
        }
    }

    /** The queue begins with the newest one, the backlog with the oldest. */
    private void takeQueue() {
        Deque<PendingAppend> taken = new ArrayDeque<>();
        for (PendingAppend pending = queue.getAndSet(null); pending != null; pending = pending.before) {
            taken.addFirst(pending);
        }
        backlog.addAll(taken);
    }

    /** Ensures that some thread leads when an append waits. */
    private void wakeLeader(@Nullable PendingAppend waiting) {
        PendingAppend next = waiting == null ? queue.get() : waiting;
        if (next != null) {
            next.wake();
        }
    }
}
