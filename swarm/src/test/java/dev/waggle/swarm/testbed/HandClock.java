package dev.waggle.swarm.testbed;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

import dev.waggle.signal.world.ForwardingWorld;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;

/**
 * A world with a hand-moved clock that counts the threads that wait. A thread waits from the moment it asks, so a clock
 * that is moved when all wait is moved for all of them.
 */
public final class HandClock extends ForwardingWorld {

    private final ManualWorld hands;
    private final Room room;

    public HandClock() {
        this(Instant.parse("2026-03-01T12:00:00Z"));
    }

    public HandClock(Instant start) {
        this(new ManualWorld(start, 42));
    }

    private HandClock(ManualWorld hands) {
        this(hands, hands, new Room());
    }

    private HandClock(ManualWorld hands, World own, Room room) {
        super(own);
        this.hands = hands;
        this.room = room;
    }

    /** Moves the clock. */
    public void advance(Duration span) {
        synchronized (room) {
            hands.advance(span);
            room.notifyAll();
        }
    }

    /** Moves the clock once so many threads wait. */
    public void advanceWhenWaiting(int many, Duration span) throws InterruptedException {
        synchronized (room) {
            while (room.waiting < many) {
                room.wait();
            }
            advance(span);
        }
    }

    /** Moves the clock once a thread waits, or leaves it where it is when that is done before. */
    public void advanceWhenWaitingUnless(CompletableFuture<?> done, Duration span) throws InterruptedException {
        var _ = done.whenComplete((result, failed) -> room.wake());
        synchronized (room) {
            while (room.waiting == 0 && !done.isDone()) {
                room.wait();
            }
            if (!done.isDone()) {
                advance(span);
            }
        }
    }

    /** The time since the beginning. */
    public Duration elapsed() {
        return Duration.ofNanos(hands.nanos());
    }

    @Override
    public World fork(String name) {
        return new HandClock(hands, super.fork(name), room);
    }

    @Override
    public boolean awaitUntil(CompletableFuture<?> future, long moment) throws InterruptedException {
        synchronized (room) {
            var _ = future.whenComplete((done, failed) -> room.wake());
            room.waiting++;
            room.notifyAll();
            try {
                while (!future.isDone() && hands.nanos() - moment < 0) {
                    room.wait();
                }
            } finally {
                room.waiting--;
            }
            return future.isDone();
        }
    }

    /** The monitor in which all threads wait. */
    private static final class Room {

        private int waiting;

        synchronized void wake() {
            notifyAll();
        }
    }
}
