package dev.waggle.signal.world;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;

/**
 * Source of date, stopwatch, random numbers and ids. {@link #system()} is the real one; the clock of
 * {@link ManualWorld} is moved by tests.
 */
public interface World {

    /** Returns the date, in whole milliseconds. It may step back; durations are measured with {@link #nanos()}. */
    Instant now();

    /** Returns a stopwatch in nanoseconds that never steps back; only differences mean something. */
    long nanos();

    /** Returns the seed of all random numbers of this world. */
    long seed();

    /** Returns a new id: the prefix, an underscore and 26 characters that sort by time. */
    String nextId(String prefix);

    /** Returns a separate generator for that purpose; the same seed and purpose give the same numbers. */
    RandomGenerator random(String purpose);

    /** Returns a world with the same clocks whose random numbers and ids depend on the seed and that name only. */
    World fork(String name);

    /**
     * Waits until the future is done, at most that long by the stopwatch. Returns true if it is done: by a result, a
     * failure or a cancellation. Times beyond 292 years count as that.
     */
    default boolean await(CompletableFuture<?> future, Duration atMost) throws InterruptedException {
        return awaitUntil(future, nanos() + Math.max(0, TimeUnit.NANOSECONDS.convert(atMost)));
    }

    /**
     * Waits until the future is done or the stopwatch has reached a moment. Returns true if the future is done: by a
     * result, a failure or a cancellation. For waits that are begun again, or in another thread, the end does not
     * depend on when.
     *
     * @param moment a reading of {@link #nanos()}, at most 292 years ahead
     */
    boolean awaitUntil(CompletableFuture<?> future, long moment) throws InterruptedException;

    /**
     * Starts a thread for code whose end another thread awaits in this world. A world in which time passes only while
     * all threads wait thereby knows the threads that do not.
     *
     * @param name the name of the thread
     */
    default Thread start(String name, Runnable code) {
        return Thread.ofVirtual().name(name).start(code);
    }

    /** Returns the real world with a random seed. */
    static World system() {
        return system(new SecureRandom().nextLong());
    }

    /** Returns the real clocks with that seed. */
    static World system(long seed) {
        return new SystemWorld(seed);
    }

    /** The real clocks. Dates are cut to milliseconds, the precision of every log and wire that they go to. */
    final class SystemWorld implements World {

        private final long seed;
        private final IdGenerator ids;

        private SystemWorld(long seed) {
            this.seed = seed;
            this.ids = new IdGenerator(SeedDerivation.generator(seed, "ids"));
        }

        @Override
        public Instant now() {
            return Instant.ofEpochMilli(System.currentTimeMillis());
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
            return SeedDerivation.generator(seed, purpose);
        }

        @Override
        public World fork(String name) {
            return new SystemWorld(SeedDerivation.derive(seed, name));
        }

        @Override
        public boolean awaitUntil(CompletableFuture<?> future, long moment) throws InterruptedException {
            try {
                future.get(moment - System.nanoTime(), TimeUnit.NANOSECONDS);
                return true;
            } catch (TimeoutException late) {
                return false;
            } catch (ExecutionException | CancellationException failed) {
                return true;
            }
        }
    }
}
