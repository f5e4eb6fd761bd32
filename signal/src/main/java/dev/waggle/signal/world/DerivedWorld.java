package dev.waggle.signal.world;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** A world with the stopwatch of another one, and with dates and a seed of its own. */
public final class DerivedWorld implements World {

    private final World clocks;
    private final Supplier<Instant> dates;
    private final long seed;
    private final IdGenerator ids;

    private DerivedWorld(World clocks, Supplier<Instant> dates, long seed) {
        this.clocks = clocks;
        this.dates = dates;
        this.seed = seed;
        ids = new IdGenerator(SeedDerivation.generator(seed, "ids"));
    }

    /**
     * Creates a world with the stopwatch of another, other dates, also used for ids, and a seed. The same seed gives
     * the same random numbers as in any other world.
     *
     * @param dates called by any thread
     */
    public static World of(World clocks, Supplier<Instant> dates, long seed) {
        return new DerivedWorld(clocks, dates, seed);
    }

    @Override
    public Instant now() {
        return dates.get().truncatedTo(ChronoUnit.MILLIS);
    }

    @Override
    public long nanos() {
        return clocks.nanos();
    }

    @Override
    public long seed() {
        return seed;
    }

    @Override
    public String nextId(String prefix) {
        return ids.next(prefix, now().toEpochMilli());
    }

    @Override
    public RandomGenerator random(String purpose) {
        return SeedDerivation.generator(seed, purpose);
    }

    @Override
    public World fork(String name) {
        return new DerivedWorld(clocks, dates, SeedDerivation.derive(seed, name));
    }

    @Override
    public boolean awaitUntil(CompletableFuture<?> future, long moment) throws InterruptedException {
        return clocks.awaitUntil(future, moment);
    }

    @Override
    public Thread start(String name, Runnable code) {
        return clocks.start(name, code);
    }
}
