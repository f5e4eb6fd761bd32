package dev.waggle.signal.connectivity;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;

/** The world of a trace: the date may step back, and signals are numbered in the order of their creation. */
final class TraceWorld implements World {

    private static final String PREFIX = "sig";

    private final ManualWorld hands;
    private Duration behind = Duration.ZERO;
    private final Map<String, Integer> made = new HashMap<>();

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

    int signalsMade() {
        return made.getOrDefault(PREFIX, 0);
    }

    static String signalId(int number) {
        return "%s_%026d".formatted(PREFIX, number);
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
        return "%s_%026d".formatted(prefix, made.merge(prefix, 1, Integer::sum));
    }

    @Override
    public RandomGenerator random(String purpose) {
        return hands.random(purpose);
    }

    @Override
    public World fork(String name) {
        throw new UnsupportedOperationException("a trace has one world, nobody forks " + name);
    }

    @Override
    public boolean await(CompletableFuture<?> future, Duration atMost) throws InterruptedException {
        return hands.await(future, atMost);
    }
}
