package dev.waggle.swarm.compose;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

import dev.waggle.signal.world.World;

/**
 * The world of a solve within a solve: clocks and ids of the outer one, chance of its own. The ids of a run hold its
 * date; so neither the date nor other solves change the chance of an inner solve, as they do not change that of an
 * outer one.
 */
record InnerWorld(World outer, World chance) implements World {

    static World of(World outer, long seed) {
        return new InnerWorld(outer, World.system(seed));
    }

    @Override
    public Instant now() {
        return outer.now();
    }

    @Override
    public long nanos() {
        return outer.nanos();
    }

    @Override
    public long seed() {
        return chance.seed();
    }

    @Override
    public String nextId(String prefix) {
        return outer.nextId(prefix);
    }

    @Override
    public RandomGenerator random(String purpose) {
        return chance.random(purpose);
    }

    @Override
    public World fork(String name) {
        return new InnerWorld(outer.fork(name), chance.fork(name));
    }

    @Override
    public boolean await(CompletableFuture<?> future, Duration atMost) throws InterruptedException {
        return outer.await(future, atMost);
    }

    @Override
    public Thread start(String name, Runnable code) {
        return outer.start(name, code);
    }
}
