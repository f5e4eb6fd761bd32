package dev.waggle.connect.a2a.client;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import dev.waggle.signal.world.World;

/** Queue of requests that cancel tasks of remote agents. Only {@link #drain} waits for them, with a limit. */
final class CancelQueue {

    /** Timeout for one cancel: the caller has gone, and a server answers at once or not at all. */
    static final Duration LIMIT = Duration.ofSeconds(3);

    private final World world;
    private final Map<Long, CompletableFuture<Void>> running = new ConcurrentHashMap<>();
    private final AtomicLong count = new AtomicLong();

    CancelQueue(World world) {
        this.world = world;
    }

    /**
     * Sends a request on a thread of its own; a failure leaves the task to the agent.
     *
     * @param stop ends the request when its time is over, because the body of an answer may never end
     */
    void send(Runnable request, Runnable stop) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        long number = count.incrementAndGet();
        running.put(number, done);
        Thread _ = Thread.ofVirtual().name("waggle-a2a-cancel").start(() -> {
            try {
                request.run();
            } catch (RuntimeException failed) {
                // The turn has ended with a failure of its own.
            } finally {
                running.remove(number);
                done.complete(null);
            }
        });
        Thread _ = Thread.ofVirtual().name("waggle-a2a-cancel-limit").start(() -> stopLate(done, stop));
    }

    private void stopLate(CompletableFuture<Void> done, Runnable stop) {
        try {
            if (!world.await(done, LIMIT)) {
                stop.run();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until the requests under way are answered, at most {@link #LIMIT}. */
    void drain() {
        CompletableFuture<Void> all = CompletableFuture.allOf(running.values().toArray(CompletableFuture[]::new));
        try {
            var _ = world.await(all, LIMIT);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
