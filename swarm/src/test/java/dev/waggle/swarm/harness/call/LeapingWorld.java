package dev.waggle.swarm.harness.call;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A world in which each wait moves the clock to its end; the awaited future is done at that time or never. */
final class LeapingWorld extends WorldByHand {

    private final List<Duration> waits = new ArrayList<>();
    private Runnable meanwhile = () -> {};

    /** All waits so far, as requested. */
    List<Duration> waits() {
        return List.copyOf(waits);
    }

    /** Sets the action at the end of each wait. */
    void whenever(Runnable newMeanwhile) {
        meanwhile = newMeanwhile;
    }

    @Override
    public boolean awaitUntil(CompletableFuture<?> future, long moment) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Duration atMost = Duration.ofNanos(moment - nanos());
        if (!future.isDone()) {
            waits.add(atMost);
            advance(atMost);
            meanwhile.run();
        }
        return future.isDone();
    }
}
