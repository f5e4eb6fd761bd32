package dev.waggle.signal.world;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

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
    public boolean awaitUntil(CompletableFuture<?> future, long moment) throws InterruptedException {
        manualClock.awaitUntil(future, moment);
        return future.isDone();
    }

    /** The clock that a world and its forks share. Each waiting thread is woken once, by its future or its limit. */
    private static final class SharedClock {

        private final Instant start;

        /** The waiting threads, by the reading of the stopwatch at which their wait ends. */
        private final NavigableSet<
                Alarm> alarms = new TreeSet<>(Comparator.comparingLong(Alarm::time).thenComparingLong(Alarm::number));
        private long nanos;
        private long lastAlarm;

        SharedClock(Instant start) {
            this.start = start;
        }

        synchronized Instant now() {
            return start.plusNanos(nanos).truncatedTo(ChronoUnit.MILLIS);
        }

        synchronized long nanos() {
            return nanos;
        }

        void advance(Duration span) {
            move(span.toNanos()).forEach(alarm -> alarm.reached.complete(null));
        }

        void awaitUntil(CompletableFuture<?> future, long moment) throws InterruptedException {
            Alarm alarm = future.isDone() ? null : alarmAt(moment);
            if (alarm == null) {
                return;
            }
            CompletableFuture<?> watched = future.whenComplete((result, failure) -> alarm.reached.complete(null));
            try {
                alarm.reached.get();
            } catch (ExecutionException impossible) {
                throw new IllegalStateException("an alarm does not fail", impossible);
            } finally {
                watched.cancel(false);
                remove(alarm);
            }
        }

        /** Moves the clock and returns the alarms that it reaches, earliest first. */
        private synchronized List<Alarm> move(long span) {
            nanos += span;
            List<Alarm> reached = new ArrayList<>();
            while (!alarms.isEmpty() && alarms.first().time <= nanos) {
                reached.add(alarms.removeFirst());
            }
            return reached;
        }

        /** Sets an alarm, or returns {@code null} when the clock has reached the moment. */
        private synchronized @Nullable Alarm alarmAt(long moment) {
            if (moment - nanos <= 0) {
                return null;
            }
            // A moment beyond the range of the stopwatch has wrapped around.
            Alarm alarm = new Alarm(moment < nanos ? Long.MAX_VALUE : moment, ++lastAlarm, new CompletableFuture<>());
            alarms.add(alarm);
            return alarm;
        }

        private synchronized void remove(Alarm alarm) {
            alarms.remove(alarm);
        }
    }

    /**
     * The end of a wait.
     *
     * @param time the limit, in nanoseconds of the stopwatch
     * @param number distinguishes alarms of the same time, earlier ones first
     * @param reached done when the future that is waited for is done or the clock has reached the limit
     */
    private record Alarm(long time, long number, CompletableFuture<@Nullable Void> reached) {}
}
