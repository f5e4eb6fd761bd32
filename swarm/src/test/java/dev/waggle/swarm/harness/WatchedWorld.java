package dev.waggle.swarm.harness;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;

/** A world with hands that tells a test when somebody begins to wait. */
final class WatchedWorld implements World {

    private final ManualWorld world = new ManualWorld(Instant.parse("2026-01-01T00:00:00Z"), 7);
    private final Semaphore waits = new Semaphore(0);

    /** Returns when that many more waits have begun. */
    void awaitWaits(int count) throws InterruptedException {
        if (!waits.tryAcquire(count, 20, TimeUnit.SECONDS)) {
            throw new AssertionError("nobody waits");
        }
    }

    void advance(Duration span) {
        world.advance(span);
    }

    @Override
    public boolean await(CompletableFuture<?> future, Duration atMost) throws InterruptedException {
        waits.release();
        return world.await(future, atMost);
    }

    @Override
    public Instant now() {
        return world.now();
    }

    @Override
    public long nanos() {
        return world.nanos();
    }

    @Override
    public long seed() {
        return world.seed();
    }

    @Override
    public String nextId(String prefix) {
        return world.nextId(prefix);
    }

    @Override
    public RandomGenerator random(String purpose) {
        return world.random(purpose);
    }

    @Override
    public World fork(String name) {
        return world.fork(name);
    }
}
