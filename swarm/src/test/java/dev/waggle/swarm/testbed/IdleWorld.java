package dev.waggle.swarm.testbed;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
 * A world in which time passes only when all threads wait. It then moves at once to the next moment that a thread waits
 * for. Slow agents take their time in it and agents that hang are given up, without a real wait. The same solve comes
 * to the same times.
 *
 * <pre>
 *   announced turn, or code that starts -> busy -> waits until then or hangs -> busy ... -> its thread has ended
 *   nobody is busy, the solve waits and somebody else waits or hangs: the clock moves
 * </pre>
 *
 * <p>In {@link Pace#LOCKSTEP} turns run one after the other, and the solve waits for each to end or to wait. What they
 * compete for, and what cuts them short, then falls the same way every time.
 */
public final class IdleWorld extends ForwardingWorld {

    /** Concurrency of the turns of agents. */
    public enum Pace {
        FREE, LOCKSTEP
    }

    public static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final Hall hall;

    public IdleWorld(Instant start, long seed, Pace pace) {
        this(new ManualWorld(start, seed), pace);
    }

    private IdleWorld(ManualWorld world, Pace pace) {
        this(world, new Hall(world, pace));
    }

    private IdleWorld(World own, Hall hall) {
        super(own);
        this.hall = hall;
    }

    /** Announces a turn of that agent, on the thread of the solve and before the thread of the turn begins. */
    public void announced(String agent) {
        hall.announced(agent);
    }

    /** Enters the announced turn of that agent on the calling thread; in lockstep it waits until it is first. */
    public void enter(String agent) throws InterruptedException {
        hall.enter(agent);
    }

    /** Leaves the turn: the calling thread has answered and is about to end. */
    public void leave() {
        hall.leave();
    }

    /** Hangs: waits without an end. */
    public void hang() throws InterruptedException {
        hall.hang();
    }

    /** Waits that long. */
    public static void linger(World world, Duration span) throws InterruptedException {
        world.await(new CompletableFuture<>(), span);
    }

    @Override
    public World fork(String name) {
        return new IdleWorld(super.fork(name), hall);
    }

    @Override
    public Thread start(String name, Runnable code) {
        return hall.start(name, code);
    }

    @Override
    public boolean awaitUntil(CompletableFuture<?> future, long moment) throws InterruptedException {
        return hall.awaitUntil(future, moment);
    }

    /** A thread that waits for this future, until this time at most. */
    private record Waiter(long until, CompletableFuture<?> future) {}

    /** The monitor in which all threads wait. */
    private static final class Hall {

        private final ManualWorld clock;
        private final Pace pace;
        /** Turns that were announced and neither wait nor have ended. */
        private final Set<Object> busy = new HashSet<>();
        private final Map<String, Object> announced = new HashMap<>();
        private final Deque<Object> line = new ArrayDeque<>();
        private final Map<Thread, Object> turns = new HashMap<>();
        private final List<Waiter> waiters = new ArrayList<>();
        private final Set<Thread> hanging = new HashSet<>();
        private boolean solveWaits;

        Hall(ManualWorld clock, Pace pace) {
            this.clock = clock;
            this.pace = pace;
        }

        synchronized void announced(String agent) {
            Object turn = new Object();
            announced.put(agent, turn);
            busy.add(turn);
            line.add(turn);
        }

        /** Starts a thread; code that is no announced turn is busy from its start. */
        synchronized Thread start(String name, Runnable code) {
            if (announced.containsKey(name.substring("agent ".length()))) {
                return Thread.ofVirtual().name(name).start(code);
            }
            Object work = new Object();
            busy.add(work);
            return Thread.ofVirtual().name(name).start(() -> {
                begins(work);
                try {
                    code.run();
                } finally {
                    leave();
                }
            });
        }

        private synchronized void begins(Object work) {
            turns.put(Thread.currentThread(), work);
        }

        synchronized void enter(String agent) throws InterruptedException {
            Object turn = announced.remove(agent);
            if (turn == null) {
                throw new IllegalStateException("no turn of " + agent + " was announced");
            }
            turns.put(Thread.currentThread(), turn);
            try {
                while (pace == Pace.LOCKSTEP && !turn.equals(line.peek())) {
                    wait();
                }
            } catch (InterruptedException stop) {
                leave();
                throw stop;
            }
        }

        synchronized void leave() {
            Thread thread = Thread.currentThread();
            Object turn = turns.remove(thread);
            if (turn != null) {
                // Its answer counts when its thread has ended, and only then may time pass.
                Thread.ofVirtual().start(() -> ended(thread, turn));
            }
        }

        private void ended(Thread thread, Object turn) {
            boolean over = false;
            while (!over) {
                try {
                    over = thread.join(Duration.ofMinutes(1));
                } catch (InterruptedException ignored) {
                    // No code interrupts this thread.
                }
            }
            synchronized (this) {
                rests(turn);
            }
        }

        private synchronized void rests(@Nullable Object turn) {
            if (turn != null) {
                busy.remove(turn);
                line.remove(turn);
            }
            notifyAll();
        }

        private synchronized void works(@Nullable Object turn) {
            if (turn != null) {
                busy.add(turn);
            }
            notifyAll();
        }

        synchronized void hang() throws InterruptedException {
            Thread thread = Thread.currentThread();
            hanging.add(thread);
            rests(turns.get(thread));
            try {
                while (hanging.contains(thread) || !thread.isInterrupted()) {
                    wait();
                }
                throw new InterruptedException();
            } finally {
                hanging.remove(thread);
            }
        }

        synchronized boolean awaitUntil(CompletableFuture<?> future, long moment) throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException(); // Given up, it waits for nothing any more.
            }
            boolean isSolve = !Thread.currentThread().getName().startsWith("agent ");
            Waiter waiter = new Waiter(moment, future);
            @Nullable Object turn = turns.get(Thread.currentThread());
            var _ = future.whenComplete((done, failed) -> works(turn));
            if (!future.isDone()) {
                rests(turn);
            }
            waiters.add(waiter);
            solveWaits |= isSolve;
            try {
                while (waits(waiter, isSolve)) {
                    if (everybodyWaits()) {
                        advance();
                    } else {
                        wait();
                    }
                }
            } finally {
                waiters.remove(waiter);
                solveWaits &= !isSolve;
                works(turn);
                if (isSolve && !future.isDone()) {
                    hanging.clear(); // The solve gives up the turns that it waited for.
                    waiters.clear();
                }
            }
            return future.isDone();
        }

        private boolean waits(Waiter waiter, boolean isSolve) {
            boolean open = !waiter.future.isDone() && clock.nanos() < waiter.until;
            return open || (isSolve && pace == Pace.LOCKSTEP && !busy.isEmpty());
        }

        private boolean everybodyWaits() {
            return busy.isEmpty() && solveWaits && waiters.size() + hanging.size() > 1
                    && waiters.stream().allMatch(each -> !each.future.isDone() && clock.nanos() < each.until);
        }

        private void advance() {
            long next = waiters.stream().mapToLong(Waiter::until).min().orElseThrow();
            clock.advance(Duration.ofNanos(next - clock.nanos()));
            notifyAll();
        }
    }
}
