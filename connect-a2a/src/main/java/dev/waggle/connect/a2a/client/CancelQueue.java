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

    private final Map<Long, CompletableFuture<Void>> running = new ConcurrentHashMap<>();
    private final AtomicLong count = new AtomicLong();

    /** Sends a request on a thread of its own; a failure leaves the task to the agent. */
    void send(Runnable request) {
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
    }

    /** Waits until the requests under way are answered, at most {@link #LIMIT}. */
    void drain() {
        CompletableFuture<Void> all = CompletableFuture.allOf(running.values().toArray(CompletableFuture[]::new));
        try {
            var _ = World.system().await(all, LIMIT);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
