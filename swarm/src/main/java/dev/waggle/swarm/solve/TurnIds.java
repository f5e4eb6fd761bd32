package dev.waggle.swarm.solve;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

import dev.waggle.signal.world.World;

/**
 * The world of a participant, whose ids depend on the turn and not on the turns before: a solve that is done again takes
 * none for those. Any thread.
 */
final class TurnIds implements World {

    private final World world;
    private volatile World ids;

    TurnIds(World world) {
        this.world = world;
        ids = world;
    }

    void beginTurn(int invocation) {
        ids = world.fork("turn " + invocation);
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
        return ids.nextId(prefix);
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
    public boolean await(CompletableFuture<?> future, Duration atMost) throws InterruptedException {
        return world.await(future, atMost);
    }

    @Override
    public Thread start(String name, Runnable code) {
        return world.start(name, code);
    }
}
