package dev.waggle.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import dev.waggle.signal.world.ForwardingWorld;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * A world for tests: seeded chance and ids, and a clock that no real time moves.
 *
 * <pre>
 *   manual      the clock stands until the test moves it
 *   automatic   when all work waits, the clock moves at once to the next moment that is waited for
 * </pre>
 *
 * An automatic clock makes delays, retries and timeouts of a solve free. Work is a thread that a solve starts for an
 * agent or a tool. Between the waits of its work no time passes. Code that blocks outside of the world counts as
 * work. The agent of a nested swarm does so, and a nested swarm with delays needs a manual clock.
 *
 * <p>Forks share the clock. Thread-safe.
 */
public final class TestWorld extends ForwardingWorld {

    /** The date at which both clocks start, unless the test chooses one. */
    public static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private static final long SEED = 42;

    private final SharedTime time;

    private TestWorld(World own, SharedTime time) {
        super(own);
        this.time = time;
    }

    /** Creates a world with a clock that the test moves. */
    public static TestWorld manual() {
        return manual(START, SEED);
    }

    /** Creates a world with a clock that the test moves, with that first date and that seed. */
    public static TestWorld manual(Instant start, long seed) {
        return of(start, seed, false);
    }

    /** Creates a world with a clock that moves by itself while all work waits. */
    public static TestWorld automatic() {
        return automatic(START, SEED);
    }

    /** Creates a world with a clock that moves by itself, with that first date and that seed. */
    public static TestWorld automatic(Instant start, long seed) {
        return of(start, seed, true);
    }

    private static TestWorld of(Instant start, long seed, boolean automatic) {
        ManualWorld clock = new ManualWorld(start, seed);
        return new TestWorld(clock, new SharedTime(clock, automatic));
    }

    /**
     * Moves the clock.
     *
     * @throws IllegalArgumentException when the span is negative
     */
    public void advance(Duration span) {
        time.advance(span);
    }

    /**
     * Moves the clock as soon as that many threads wait in this world.
     *
     * @param waiting at least 1; the thread of a solve is one, each agent that waits is another
     */
    public void advanceWhenWaiting(int waiting, Duration span) throws InterruptedException {
        if (waiting < 1) {
            throw new IllegalArgumentException("waiting must be at least 1, got " + waiting);
        }
        time.advanceWhenWaiting(waiting, span);
    }

    /** Returns the time since the start. */
    public Duration elapsed() {
        return Duration.ofNanos(nanos());
    }

    @Override
    public World fork(String name) {
        return new TestWorld(super.fork(name), time);
    }

    @Override
    public Thread start(String name, Runnable code) {
        return time.start(name, code);
    }

    @Override
    public boolean awaitUntil(CompletableFuture<?> future, long moment) throws InterruptedException {
        return time.awaitUntil(future, moment);
    }

    /** A thread that waits for this future, until this moment at most; it works for that thread's work, if any. */
    private record Waiter(CompletableFuture<?> future, long until, @Nullable Object work) {

        /** True if it goes on waiting at that moment. */
        boolean isWaiting(long now) {
            return !future.isDone() && now - until < 0;
        }
    }

    /** The clock of a world and its forks, and the monitor in which all threads wait. */
    private static final class SharedTime {

        /** Longest wait; so no moment is beyond the range of the stopwatch. */
        private static final Duration MAX_WAIT = Duration.ofDays(36_500);

        private final ManualWorld clock;
        private final boolean automatic;
        /** Work that neither waits nor has ended; each is an object of its own. */
        private final Set<Object> busy = new HashSet<>();
        private final Map<Thread, Object> works = new HashMap<>();
        private final List<Waiter> waiters = new ArrayList<>();

        SharedTime(ManualWorld clock, boolean automatic) {
            this.clock = clock;
            this.automatic = automatic;
        }

        synchronized void advance(Duration span) {
            clock.advance(span);
            notifyAll();
        }

        synchronized void advanceWhenWaiting(int waiting, Duration span) throws InterruptedException {
            while (waiters.stream().filter(waiter -> waiter.isWaiting(clock.nanos())).count() < waiting) {
                wait();
            }
            advance(span);
        }

        /** Starts work, which is busy from now on and not only when its thread runs. */
        synchronized Thread start(String name, Runnable code) {
            Object work = new Object();
            busy.add(work);
            return Thread.ofVirtual().name(name).start(() -> {
                begin(work);
                try {
                    code.run();
                } finally {
                    end(work);
                }
            });
        }

        private synchronized void begin(Object work) {
            works.put(Thread.currentThread(), work);
        }

        private synchronized void end(Object work) {
            works.remove(Thread.currentThread());
            busy.remove(work);
            moveWhenAllWait();
        }

        /**
         * Waits. A waiter whose future is done still counts until its thread has woken, so that no time passes between
         * an answer and its use.
         */
        synchronized boolean awaitUntil(CompletableFuture<?> future, long moment) throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted before the wait");
            }
            long now = clock.nanos();
            long until = now + Math.min(moment - now, MAX_WAIT.toNanos());
            @Nullable Object work = works.get(Thread.currentThread());
            Waiter waiter = new Waiter(future, until, work);
            CompletableFuture<?> watched = future.whenComplete((done, failed) -> wake());
            waiters.add(waiter);
            if (work != null) {
                busy.remove(work);
            }
            notifyAll();
            moveWhenAllWait();
            try {
                while (waiter.isWaiting(clock.nanos())) {
                    wait();
                }
            } finally {
                waiters.remove(waiter);
                if (work != null) {
                    busy.add(work);
                }
                var _ = watched.cancel(false);
            }
            return future.isDone();
        }

        private synchronized void wake() {
            notifyAll();
        }

        /**
         * Moves an automatic clock to the next awaited moment. That needs a waiting thread that is no work: the solve
         * itself, which else may be about to start more work.
         */
        private void moveWhenAllWait() {
            long now = clock.nanos();
            boolean allWait = automatic && busy.isEmpty() && waiters.stream().anyMatch(waiter -> waiter.work == null)
                    && waiters.stream().allMatch(waiter -> waiter.isWaiting(now));
            if (allWait) {
                long next = waiters.stream().mapToLong(Waiter::until).min().orElseThrow();
                clock.advance(Duration.ofNanos(next - now));
                notifyAll();
            }
        }
    }
}
