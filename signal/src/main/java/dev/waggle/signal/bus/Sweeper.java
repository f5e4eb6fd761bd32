package dev.waggle.signal.bus;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import dev.waggle.signal.world.World;

/** Does something at every interval, on a virtual thread of its own, until it is closed. */
final class Sweeper implements AutoCloseable {

    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    Sweeper(World world, Duration interval, Runnable sweep) {
        if (!interval.isZero()) {
            Thread.ofVirtual().name("waggle-sweeper").start(() -> run(world, interval, sweep));
        }
    }

    @Override
    public void close() {
        closed.complete(null);
    }

    private void run(World world, Duration interval, Runnable sweep) {
        try {
            while (!world.await(closed, interval)) {
                sweep.run();
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
