package dev.waggle.swarm.harness;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;

/** A world in which whoever waits moves the clock to the end of the wait; what is waited for must be there or never. */
final class LeapingWorld implements World {

    private final ManualWorld world = new ManualWorld(Instant.EPOCH, 7);
    private final List<Duration> waits = new ArrayList<>();
    private Runnable meanwhile = () -> {};

    /** All waits so far, as they were asked for. */
    List<Duration> waits() {
        return List.copyOf(waits);
    }

    /** What happens at the end of each wait. */
    void whenever(Runnable newMeanwhile) {
        meanwhile = newMeanwhile;
    }

    void advance(Duration span) {
        world.advance(span);
    }

    @Override
    public boolean await(CompletableFuture<?> future, Duration atMost) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!future.isDone()) {
            waits.add(atMost);
            world.advance(atMost);
            meanwhile.run();
        }
        return future.isDone();
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
