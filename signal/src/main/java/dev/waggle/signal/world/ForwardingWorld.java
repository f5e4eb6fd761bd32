package dev.waggle.signal.world;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * A wrapper around another world that forwards every call which its subclass does not override. Its forks are the
 * other world's unless the subclass makes its own.
 */
public abstract class ForwardingWorld implements World {

    private final World world;

    protected ForwardingWorld(World world) {
        this.world = world;
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

    @Override
    public Thread start(String name, Runnable code) {
        return world.start(name, code);
    }
}
