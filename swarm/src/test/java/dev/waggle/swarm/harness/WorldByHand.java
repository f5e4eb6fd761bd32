package dev.waggle.swarm.harness;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;

/** A world whose clock is moved by hand, for tests that say what waiting does. */
abstract class WorldByHand implements World {

    private final ManualWorld world = new ManualWorld(Instant.EPOCH, 7);

    final void advance(Duration span) {
        world.advance(span);
    }

    @Override
    public boolean await(CompletableFuture<?> future, Duration atMost) throws InterruptedException {
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
