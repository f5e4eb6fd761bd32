package dev.waggle.signal.bus;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * The queue of deliveries, and the choice of the one thread that dispatches them. A thread that adds to an empty queue
 * becomes the dispatching thread. It delivers everything, including what others add meanwhile, until nothing is left.
 * After as many deliveries of others as the queue holds, it hands the role to a publisher that waits for room.
 *
 * <p>The queue is guarded by the lock of the bus, which methods marked <i>locked</i> expect to be held. No lock is held
 * during a delivery.
 */
final class Outbox {

    /** How long a publisher waits for room before it is refused. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(10);

    /** How many more may wait of those who cannot wait for room themselves: one for each of as many threads. */
    private static final int MORE_FOR_THE_HASTY = 1000;

    private final World world;
    private final ReentrantLock lock;
    private final int maxWaiting;

    /** Done when there may be room; then there is a new one. */
    private CompletableFuture<Void> room = new CompletableFuture<>();

    private ArrayDeque<Delivery> waiting = new ArrayDeque<>();
    private int waitersForRoom;

    /** Something is untold and nobody tells it. */
    private boolean vacant;

    /** Nothing is told any more. */
    private volatile boolean ended;

    /** The number of undelivered entries; the thread that raises it from zero becomes the dispatching thread. */
    private final AtomicInteger untold = new AtomicInteger();

    /** Written by the dispatching thread only; any other thread merely finds that it is not this one. */
    private @Nullable Thread dispatcher;
    private @Nullable Delivery current;

    Outbox(World world, ReentrantLock lock, int maxWaiting) {
        this.world = world;
        this.lock = lock;
        this.maxWaiting = maxWaiting;
    }

    /** The delivery that the calling thread makes now; {@code null} when it is not the dispatching thread. */
    @Nullable Delivery toldByMe() {
        return Thread.currentThread().equals(dispatcher) ? current : null;
    }

    /** <i>Locked.</i> Waits for room; whether there is some. The lock is free meanwhile. */
    boolean awaitRoom() throws InterruptedException {
        long begin = world.nanos();
        while (isFull()) {
            Duration left = MAX_WAIT.minusNanos(world.nanos() - begin);
            if (!left.isPositive()) {
                return false;
            }
            awaitRoom(left);
        }
        return true;
    }

    private void awaitRoom(Duration atMost) throws InterruptedException {
        CompletableFuture<Void> awaited = room;
        waitersForRoom++;
        lock.unlock();
        try {
            world.await(awaited, atMost);
        } finally {
            lock.lock();
            waitersForRoom--;
        }
    }

    /** <i>Locked.</i> Whether a publisher has to wait. */
    boolean isFull() {
        return waiting.size() >= maxWaiting && !vacant;
    }

    /** <i>Locked.</i> Whether even those who may not wait are refused. */
    boolean isOverfull() {
        return waiting.size() >= (long) maxWaiting + MORE_FOR_THE_HASTY;
    }

    /** <i>Locked.</i> Adds; whether the caller is the dispatching thread now and must {@link #tell} this first. */
    boolean add(Delivery delivery) {
        if (untold.getAndIncrement() == 0) {
            return true;
        }
        waiting.add(delivery);
        return false;
    }

    /** <i>Locked.</i> Adds without becoming the dispatching thread. */
    void leave(Delivery delivery) {
        waiting.add(delivery);
        if (untold.getAndIncrement() == 0) {
            vacant = true;
        }
    }

    /** <i>Locked.</i> Takes a vacant role of dispatching thread; true when the caller has it and must {@link #tell}. */
    boolean claim() {
        boolean claimed = vacant;
        vacant = false;
        return claimed;
    }

    /** Delivers that one, if there is one, and everything that waits. Called only by the dispatching thread. */
    void tell(@Nullable Delivery first) {
        Delivery own = first == null ? null : first.root();
        ArrayDeque<Delivery> batch = null;
        Thread me = Thread.currentThread();
        Delivery next = first;
        int told = 0;
        int toldForOthers = 0;
        boolean finished = false;
        dispatcher = me;
        try {
            while (true) {
                while (next != null) {
                    current = next;
                    told++;
                    toldForOthers += next.root().equals(own) ? 0 : 1;
                    if (!ended) {
                        next.tell();
                    }
                    next = batch == null ? null : batch.poll();
                }
                dispatcher = null;
                current = null;
                int left = untold.addAndGet(-told);
                told = 0;
                if (left == 0 || (toldForOthers > maxWaiting && isLeftToOthers())) {
                    finished = true;
                    return;
                }
                dispatcher = me;
                batch = takeAll();
                next = batch.poll();
            }
        } finally {
            if (!finished) {
                abandon(batch, told);
            }
        }
    }

    /** <i>Locked.</i> Forgets what waits, tells nothing more and sends those who wait for room on. */
    void end() {
        ended = true;
        untold.addAndGet(-waiting.size());
        waiting.clear();
        vacant = false;
        sendWaitersOn();
    }

    private void sendWaitersOn() {
        room.complete(null);
        room = new CompletableFuture<>();
    }

    /** To a publisher that waits for room; so whenever no publisher is inside the bus, everything was told. */
    private boolean isLeftToOthers() {
        lock.lock();
        try {
            vacant = waitersForRoom > 0 && !waiting.isEmpty();
            if (vacant) {
                sendWaitersOn();
            }
            return vacant;
        } finally {
            lock.unlock();
        }
    }

    private ArrayDeque<Delivery> takeAll() {
        lock.lock();
        try {
            ArrayDeque<Delivery> taken = waiting;
            waiting = new ArrayDeque<>();
            if (waitersForRoom > 0) {
                sendWaitersOn();
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** The machine itself failed, such as out of memory: the next publisher tells what is left. */
    private void abandon(@Nullable ArrayDeque<Delivery> batch, int told) {
        lock.lock();
        try {
            dispatcher = null;
            current = null;
            if (batch != null) {
                batch.addAll(waiting);
                waiting = batch;
            }
            vacant = untold.addAndGet(-told) > 0;
            sendWaitersOn();
        } finally {
            lock.unlock();
        }
    }
}
