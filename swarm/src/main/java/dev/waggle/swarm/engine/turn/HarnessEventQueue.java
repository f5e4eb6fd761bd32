package dev.waggle.swarm.engine.turn;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.signal.Signal;

/**
 * Queue of harness events from the threads of agents to the thread of the solve, delivered as they happen. It holds the
 * events since the last poll by the thread of the solve; the limits of the harnesses bound their number.
 */
public final class HarnessEventQueue {

    private final Queue<HarnessEvent> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private volatile CompletableFuture<Void> arrival = new CompletableFuture<>();

    /**
     * One event emitted by a harness.
     *
     * @param agentId agent for which the harness runs
     */
    record HarnessEvent(String agentId, Signal signal) {}

    void add(String agentId, Signal signal) {
        waiting.add(new HarnessEvent(agentId, signal));
        count.incrementAndGet();
        arrival.complete(null);
    }

    /** Future that completes as soon as the queue holds an event not {@link #drain drained}. */
    CompletableFuture<Void> arrival() {
        return arrival;
    }

    List<HarnessEvent> drain() {
        arrival = new CompletableFuture<>(); // First, so that later events are reported again.
        List<HarnessEvent> taken = new ArrayList<>();
        int now = count.get(); // Only the present ones, so that an endless source does not occupy the thread.
        for (int i = 0; i < now; i++) {
            taken.add(waiting.remove());
        }
        count.addAndGet(-now);
        return taken;
    }
}
