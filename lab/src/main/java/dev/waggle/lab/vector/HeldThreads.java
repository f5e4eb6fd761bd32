package dev.waggle.lab.vector;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

import dev.waggle.signal.world.World;

/** World that starts no thread, so that a measured build is done by one thread alone. */
record HeldThreads(World world) implements World {

    @Override
    public Thread start(String name, Runnable code) {
        return Thread.ofVirtual().name(name).unstarted(code);
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

    @Override
    public boolean awaitUntil(CompletableFuture<?> future, long moment) throws InterruptedException {
        return world.awaitUntil(future, moment);
    }
}
