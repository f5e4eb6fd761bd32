package dev.waggle.signal.world;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;

/** The real clocks. Dates are cut to milliseconds, the precision of every log and wire that they go to. */
final class SystemWorld implements World {

    private final long seed;
    private final Ids ids;

    SystemWorld(long seed) {
        this.seed = seed;
        this.ids = new Ids(Seeds.generator(seed, "ids"));
    }

    @Override
    public Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public long seed() {
        return seed;
    }

    @Override
    public String nextId(String prefix) {
        return ids.next(prefix, System.currentTimeMillis());
    }

    @Override
    public RandomGenerator random(String purpose) {
        return Seeds.generator(seed, purpose);
    }

    @Override
    public World fork(String name) {
        return new SystemWorld(Seeds.derive(seed, name));
    }

    @Override
    public boolean await(CompletableFuture<?> future, Duration atMost) throws InterruptedException {
        try {
            future.get(TimeUnit.NANOSECONDS.convert(atMost), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException late) {
            return false;
        } catch (ExecutionException | CancellationException failed) {
            return true;
        }
    }
}
