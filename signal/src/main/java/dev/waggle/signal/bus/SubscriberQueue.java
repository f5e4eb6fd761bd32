package dev.waggle.signal.bus;

import java.util.ArrayDeque;

import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.SubscriberQueueConfig.OverflowPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Bounded queue of signals that counts the lost ones at the place of each gap. Not thread-safe: the lock of its
 * subscription guards it.
 */
final class SubscriberQueue {

    private final int capacity;
    private final OverflowPolicy whenFull;
    private final ArrayDeque<QueuedSignal> waiting = new ArrayDeque<>();

    /** Signals lost before the head of the queue, and behind its tail. */
    private long lostAtHead;
    private long lostAtTail;
    private long missed;

    SubscriberQueue(SubscriberQueueConfig config) {
        capacity = config.capacity();
        whenFull = config.whenFull();
    }

    /**
     * The head of the queue.
     *
     * @param signal the signal, or {@code null} for a gap behind the last one
     * @param lost the number of signals lost before it
     */
    record QueueHead(@Nullable Signal signal, long lost) {}

    /**
     * A signal in the queue.
     *
     * @param signal the signal
     * @param lostBefore the number of signals lost after the previous one arrived and before this one did
     */
    private record QueuedSignal(Signal signal, long lostBefore) {}

    int size() {
        return waiting.size();
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    boolean isFull() {
        return waiting.size() >= capacity;
    }

    /** True if signals were lost behind the last one. */
    boolean endsWithGap() {
        return waiting.isEmpty() && lostAtHead + lostAtTail > 0;
    }

    /** Returns the number of signals that were lost so far. */
    long missed() {
        return missed;
    }

    /** Adds a signal. Of a full queue the policy loses one, the new signal unless it is the oldest; returns that. */
    @Nullable Signal add(Signal signal) {
        boolean isOverflow = isFull();
        if (isOverflow && whenFull != OverflowPolicy.DROP_OLDEST) {
            missed++;
            lostAtTail++;
            return signal;
        }
        Signal lost = isOverflow ? loseOldest() : null;
        waiting.add(new QueuedSignal(signal, lostAtTail));
        lostAtTail = 0;
        return lost;
    }

    private Signal loseOldest() {
        QueuedSignal oldest = waiting.remove();
        missed++;
        lostAtHead += oldest.lostBefore + 1;
        return oldest.signal;
    }

    /** Takes the first signal, or without one the gap. */
    QueueHead take() {
        QueuedSignal first = waiting.poll();
        QueueHead head = first == null
                ? new QueueHead(null, lostAtHead + lostAtTail)
                : new QueueHead(first.signal, lostAtHead + first.lostBefore);
        lostAtHead = 0;
        lostAtTail = first == null ? 0 : lostAtTail;
        return head;
    }

    /** Discards the signals and the gaps; those lost so far stay counted. */
    void clear() {
        waiting.clear();
        lostAtHead = 0;
        lostAtTail = 0;
    }
}
