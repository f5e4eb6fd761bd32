package dev.waggle.signal.bus;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import dev.waggle.signal.world.World;

/** Runs a task at every interval, on a virtual thread of its own, until it is closed. */
final class ExpirySweeper implements AutoCloseable {

    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    ExpirySweeper(World world, Duration interval, Runnable sweep) {
        if (!interval.isZero()) {
            Thread.ofVirtual().name("waggle-sweeper").start(() -> run(world, interval, sweep));
        }
    }

    @Override
    public void close() {
        closed.complete(null);
    }

    /** Runs until {@link #close}: an interrupt that an observer leaves behind does not end it. */
    private void run(World world, Duration interval, Runnable sweep) {
        while (!closed.isDone()) {
            try {
                if (!world.await(closed, interval)) {
                    sweep.run();
                }
            } catch (InterruptedException interruption) {
                System.getLogger(ExpirySweeper.class.getName()).log(System.Logger.Level.DEBUG,
                        "interrupted between two sweeps, going on", interruption);
            }
        }
    }
}
