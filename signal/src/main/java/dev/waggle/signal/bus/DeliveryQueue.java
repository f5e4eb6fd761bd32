package dev.waggle.signal.bus;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * The queue of deliveries, and the choice of the one thread that dispatches them. A thread that adds to an empty queue
 * becomes the dispatching thread. It delivers everything, including later additions by others, until the queue is
 * empty. After {@value #MAX_FOR_OTHERS} deliveries of others it returns the rest, and a new thread continues, which
 * belongs to no publisher. So the deliveries that wait always have a thread, except deferred ones.
 *
 * <p>The queue is guarded by the lock of the bus, which methods marked <i>locked</i> expect to be held. No lock is held
 * during a delivery.
 */
final class DeliveryQueue {

    /** Maximum number of deliveries that a publisher makes for other threads, while they continue to publish. */
    static final int MAX_FOR_OTHERS = 256;

    /** Number of deliveries for others that a thread of the bus makes; more than any bus can. */
    private static final long UNLIMITED = Long.MAX_VALUE;

    /** Maximum time that a publisher waits for room before it is refused. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(10);

    /** Maximum number of excess entries from publishers that cannot wait for room: one for each of as many threads. */
    private static final int MAX_DEFERRED_BEYOND_LIMIT = 1000;

    private final World world;
    private final ReentrantLock lock;
    private final int maxWaiting;

    /** Publishers that wait for room, the first come first. */
    private final ArrayDeque<RoomWait> line = new ArrayDeque<>();

    private ArrayDeque<DeliveryTask> waiting = new ArrayDeque<>();

    /** True if a delivery waits and no thread dispatches it. */
    private boolean needsDispatcher;

    /** True if no more deliveries are made. */
    private volatile boolean closed;

    /** The number of undelivered entries; the thread that raises it from zero becomes the dispatching thread. */
    private final AtomicInteger undelivered = new AtomicInteger();

    /** Completed when the queue is idle, or needs a thread; {@code null} while no thread waits for that. */
    private final AtomicReference<@Nullable CompletableFuture<Void>> idle = new AtomicReference<>();

    /** Written by the dispatching thread only; any other thread merely sees that it is not this one. */
    private @Nullable Thread dispatcher;
    private @Nullable DeliveryTask current;

    /** Deliveries that the dispatching thread has left to the next one. */
    private @Nullable ArrayDeque<DeliveryTask> rest;

    DeliveryQueue(World world, ReentrantLock lock, int maxWaiting) {
        this.world = world;
        this.lock = lock;
        this.maxWaiting = maxWaiting;
    }

    /** Returns the delivery that the calling thread makes now; {@code null} when it is not the dispatching thread. */
    @Nullable DeliveryTask currentDelivery() {
        return Thread.currentThread().equals(dispatcher) ? current : null;
    }

    /**
     * <i>Locked.</i> Waits for room and releases the lock meanwhile; returns true if there is some. Publishers pass in
     * the order in which they came, so that none waits for as long as others publish.
     */
    boolean awaitRoom() throws InterruptedException {
        if (line.isEmpty() && !isFull()) {
            return true;
        }
        long limit = world.nanos() + MAX_WAIT.toNanos();
        RoomWait me = new RoomWait();
        line.add(me);
        try {
            while (!closed && (!me.equals(line.peek()) || isFull())) {
                if (world.nanos() - limit >= 0) {
                    return false;
                }
                awaitTurn(me, limit);
            }
            return true;
        } finally {
            line.remove(me);
            wakeFirst();
        }
    }

    private void awaitTurn(RoomWait me, long limit) throws InterruptedException {
        CompletableFuture<Void> turn = new CompletableFuture<>();
        me.turn = turn;
        lock.unlock();
        try {
            var _ = world.awaitUntil(turn, limit);
        } finally {
            lock.lock();
        }
    }

    /** True if nothing is to be delivered, or nothing more will be. */
    boolean isIdle() {
        return closed || undelivered.get() == 0;
    }

    /**
     * <i>Locked.</i> Returns a future that is done the next time that nothing is to be delivered, or that a delivery
     * waits without a thread. To be taken before {@link #isIdle} and {@link #claimDispatch} are asked.
     */
    CompletableFuture<Void> nextIdle() {
        return Objects.requireNonNull(idle.updateAndGet(known -> known == null ? new CompletableFuture<>() : known));
    }

    /** <i>Locked.</i> True if a publisher has to wait. */
    boolean isFull() {
        return waiting.size() >= maxWaiting && !needsDispatcher;
    }

    /** <i>Locked.</i> True if even publishers that may not wait are refused. */
    boolean isOverCapacity() {
        return waiting.size() >= (long) maxWaiting + MAX_DEFERRED_BEYOND_LIMIT;
    }

    /** <i>Locked.</i> Adds a delivery; true if the caller now dispatches and must {@link #dispatch} this first. */
    boolean offer(DeliveryTask delivery) {
        if (undelivered.getAndIncrement() == 0) {
            return true;
        }
        waiting.add(delivery);
        return false;
    }

    /** <i>Locked.</i> Adds without becoming the dispatching thread. */
    void defer(DeliveryTask delivery) {
        waiting.add(delivery);
        if (undelivered.getAndIncrement() == 0) {
            needsDispatcher = true;
            completeIdle();
        }
    }

    /** <i>Locked.</i> Takes a vacant role of dispatching thread; true when the caller must {@link #dispatch} now. */
    boolean claimDispatch() {
        boolean claimed = needsDispatcher;
        needsDispatcher = false;
        return claimed;
    }

    /**
     * Delivers this, if there is one, and everything that waits. Called only by the dispatching thread. Returns false
     * after {@value #MAX_FOR_OTHERS} deliveries that other threads have published, when more of them wait. Then another
     * thread has to {@link #dispatchAll}.
     */
    boolean dispatch(@Nullable DeliveryTask first) {
        return dispatch(first, null, MAX_FOR_OTHERS);
    }

    /**
     * Delivers this, if there is one, what another thread has left, and everything that waits. Called by a thread of
     * the bus. Nobody interrupts it, so an interrupt that a subscriber leaves behind ends with the delivery.
     */
    void dispatchAll(@Nullable DeliveryTask first) {
        ArrayDeque<DeliveryTask> batch = rest;
        rest = null;
        boolean _ = dispatch(first, batch, UNLIMITED);
    }

    private boolean dispatch(@Nullable DeliveryTask first, @Nullable ArrayDeque<DeliveryTask> left, long maxForOthers) {
        ArrayDeque<DeliveryTask> batch = left;
        Thread me = Thread.currentThread();
        DeliveryTask next = first == null && batch != null ? batch.poll() : first;
        int delivered = 0;
        long forOthers = 0;
        boolean finished = false;
        dispatcher = me;
        try {
            while (true) {
                while (next != null) {
                    current = next;
                    delivered++;
                    forOthers += next.isOf(me) ? 0 : 1;
                    if (!closed) {
                        next.deliver();
                    }
                    if (maxForOthers == UNLIMITED) {
                        boolean _ = Thread.interrupted();
                    }
                    next = batch == null || forOthers >= maxForOthers ? null : batch.poll();
                }
                dispatcher = null;
                current = null;
                int waitingNow = undelivered.addAndGet(-delivered);
                delivered = 0;
                if (waitingNow == 0) {
                    finished = true;
                    completeIdle();
                    return true;
                }
                if (forOthers >= maxForOthers) {
                    finished = true;
                    rest = batch;
                    return false;
                }
                dispatcher = me;
                batch = takeAll();
                next = batch.poll();
            }
        } finally {
            if (!finished) {
                recover(batch, delivered);
            }
        }
    }

    /** Gives the role of dispatching thread back, so that the next publisher takes it. */
    void returnDispatch(@Nullable DeliveryTask first) {
        ArrayDeque<DeliveryTask> batch = rest == null ? new ArrayDeque<>() : rest;
        rest = null;
        if (first != null) {
            batch.addFirst(first);
        }
        recover(batch, 0);
    }

    /** <i>Locked.</i> Discards the queued deliveries and releases the publishers that wait for room; ends delivery. */
    void close() {
        closed = true;
        undelivered.addAndGet(-waiting.size());
        waiting.clear();
        needsDispatcher = false;
        line.forEach(RoomWait::wake);
        completeIdle();
    }

    /** Lets the waits for an idle queue look again. They share one future, so they do not wait for each other. */
    private void completeIdle() {
        CompletableFuture<Void> awaited = idle.get() == null ? null : idle.getAndSet(null);
        if (awaited != null) {
            awaited.complete(null);
        }
    }

    private void wakeFirst() {
        RoomWait first = line.peek();
        if (first != null) {
            first.wake();
        }
    }

    private ArrayDeque<DeliveryTask> takeAll() {
        lock.lock();
        try {
            ArrayDeque<DeliveryTask> taken = waiting;
            waiting = new ArrayDeque<>();
            wakeFirst();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Recovers from a failure of the machine itself, such as out of memory: the next publisher delivers the rest. */
    private void recover(@Nullable ArrayDeque<DeliveryTask> batch, int delivered) {
        lock.lock();
        try {
            dispatcher = null;
            current = null;
            if (batch != null) {
                batch.addAll(waiting);
                waiting = batch;
            }
            needsDispatcher = undelivered.addAndGet(-delivered) > 0;
            wakeFirst();
            completeIdle();
        } finally {
            lock.unlock();
        }
    }

    /** A publisher in the line for room. Guarded by the lock of the bus. */
    private static final class RoomWait {

        /** Completed when it may be its turn. */
        private CompletableFuture<Void> turn = new CompletableFuture<>();

        void wake() {
            turn.complete(null);
        }
    }
}
