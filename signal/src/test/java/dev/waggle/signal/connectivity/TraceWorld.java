package dev.waggle.signal.connectivity;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;

/** The world of a trace: a manual one whose date may step back. */
final class TraceWorld implements World {

    private final ManualWorld hands;
    private Duration behind = Duration.ZERO;

    TraceWorld(Instant start) {
        hands = new ManualWorld(start, 1);
    }

    /** Moves the date; the stopwatch never steps back. */
    void tick(Duration span) {
        if (span.isNegative()) {
            behind = behind.minus(span);
        } else {
            hands.advance(span);
        }
    }

    @Override
    public Instant now() {
        return hands.now().minus(behind);
    }

    @Override
    public long nanos() {
        return hands.nanos();
    }

    @Override
    public long seed() {
        return hands.seed();
    }

    @Override
    public String nextId(String prefix) {
        return hands.nextId(prefix);
    }

    @Override
    public RandomGenerator random(String purpose) {
        return hands.random(purpose);
    }

    @Override
    public World fork(String name) {
        throw new UnsupportedOperationException("the date of a fork would not step back: " + name);
    }

    @Override
    public boolean await(CompletableFuture<?> future, Duration atMost) throws InterruptedException {
        return hands.await(future, atMost);
    }
}
