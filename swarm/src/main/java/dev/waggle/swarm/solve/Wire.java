package dev.waggle.swarm.solve;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

import dev.waggle.signal.Signal;

/**
 * Brings what harnesses tell from the threads of the agents to the thread of the solve, as it happens. It holds what was
 * told since the thread of the solve looked last, which the limits of the harnesses bound.
 */
final class Wire {

    private final Queue<Told> waiting = new ConcurrentLinkedQueue<>();
    private volatile CompletableFuture<Void> arrival = new CompletableFuture<>();

    /**
     * Something that a harness told.
     *
     * @param agentId for whom it runs
     */
    record Told(String agentId, Signal signal) {}

    void put(String agentId, Signal signal) {
        waiting.add(new Told(agentId, signal));
        arrival.complete(null);
    }

    /** Done as soon as there is something that {@link #take} has not taken. */
    CompletableFuture<Void> arrival() {
        return arrival;
    }

    List<Told> take() {
        arrival = new CompletableFuture<>(); // First, so that what comes from now on is told of again.
        List<Told> taken = new ArrayList<>();
        for (Told next = waiting.poll(); next != null; next = waiting.poll()) {
            taken.add(next);
        }
        return taken;
    }
}
