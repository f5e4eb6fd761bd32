package dev.waggle.signal.world;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * A world whose clock stands still until a caller moves it. Waiting with a time limit ends when the future is done or
 * the clock passes the limit, whichever comes first; forks share the clock. Thread-safe.
 */
public final class ManualWorld implements World {

    private final SharedClock manualClock;
    private final long seed;
    private final IdGenerator ids;

    /** Creates a world that starts at that date. */
    public ManualWorld(Instant start, long seed) {
        this(new SharedClock(start), seed);
    }

    private ManualWorld(SharedClock manualClock, long seed) {
        this.manualClock = manualClock;
        this.seed = seed;
        this.ids = new IdGenerator(SeedDerivation.generator(seed, "ids"));
    }

    /** Moves both clocks forward. */
    public void advance(Duration span) {
        if (span.isNegative()) {
            throw new IllegalArgumentException("the clock moves forward only, got " + span);
        }
        manualClock.advance(span);
    }

    @Override
    public Instant now() {
        return manualClock.now();
    }

    @Override
    public long nanos() {
        return manualClock.nanos();
    }

    @Override
    public long seed() {
        return seed;
    }

    @Override
    public String nextId(String prefix) {
        return ids.next(prefix, manualClock.now().toEpochMilli());
    }

    @Override
    public RandomGenerator random(String purpose) {
        return SeedDerivation.generator(seed, purpose);
    }

    @Override
    public World fork(String name) {
        return new ManualWorld(manualClock, SeedDerivation.derive(seed, name));
    }

    @Override
    public boolean await(CompletableFuture<?> future, Duration atMost) throws InterruptedException {
        CompletableFuture<?> watched = future.whenComplete((result, failure) -> manualClock.wake());
        manualClock.await(future, TimeUnit.NANOSECONDS.convert(atMost));
        if (!future.isDone()) {
            watched.cancel(false);
        }
        return future.isDone();
    }

    /** The clock that a world and its forks share. */
    private static final class SharedClock {

        private final Instant start;
        private long nanos;

        SharedClock(Instant start) {
            this.start = start;
        }

        synchronized Instant now() {
            return start.plusNanos(nanos).truncatedTo(ChronoUnit.MILLIS);
        }

        synchronized long nanos() {
            return nanos;
        }

        synchronized void advance(Duration span) {
            nanos += span.toNanos();
            notifyAll();
        }

        synchronized void wake() {
            notifyAll();
        }

        synchronized void await(CompletableFuture<?> future, long atMost) throws InterruptedException {
            long begin = nanos;
            while (!future.isDone() && nanos - begin < atMost) {
                wait();
            }
        }
    }
}
