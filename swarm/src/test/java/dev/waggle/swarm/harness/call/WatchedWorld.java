package dev.waggle.swarm.harness.call;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A world with a manual clock that reports to a test when a thread begins to wait. */
final class WatchedWorld extends WorldByHand {

    private final Semaphore waits = new Semaphore(0);

    /** Returns when that many more waits have begun. */
    void awaitWaits(int count) throws InterruptedException {
        if (!waits.tryAcquire(count, 20, TimeUnit.SECONDS)) {
            throw new AssertionError("nobody waits");
        }
    }

    @Override
    public boolean awaitUntil(CompletableFuture<?> future, long moment) throws InterruptedException {
        waits.release();
        return super.awaitUntil(future, moment);
    }
}
