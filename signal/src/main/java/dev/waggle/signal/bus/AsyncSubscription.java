package dev.waggle.signal.bus;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.AsyncSubscriber.EndReason;
import dev.waggle.signal.bus.SubscriberQueue.QueueHead;
import dev.waggle.signal.bus.SubscriberQueueConfig.OverflowPolicy;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Handle of an asynchronous subscription: a bounded queue, and the virtual thread that calls the subscriber.
 *
 * <p>The dispatching thread of the bus puts signals in, one at a time, and the own thread takes them out. Whatever
 * ends the subscription, the signals in the queue are still delivered, then the thread ends. Thread-safe.
 *
 * <p>A dispatching thread that waits here cannot wait for itself. The own thread of a subscription never dispatches
 * and never waits for room in the bus. So it comes back for its next signal when its subscriber does. A subscriber that
 * hangs, or that waits for a delivery of this bus, costs the bus {@link SubscriberQueueConfig#maxBlock} once.
 */
public final class AsyncSubscription implements AutoCloseable {

    private static final String CONTEXT = "signal-bus.deliver.";

    private final String subscriber;
    private final SubscriberQueueConfig config;
    private final AsyncSubscriber callback;
    private final World world;
    private final BusLink link;
    private final Thread thread;
    private final CompletableFuture<Void> completion = new CompletableFuture<>();

    /** Guards everything below. Taken after the lock of the bus where both are held, and released before any call. */
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final SubscriberQueue queue;

    /** Number of signals that may be taken; {@code Long.MAX_VALUE} without a bound. */
    private long demand;
    /** True from a wait for room that was in vain to the next signal that is taken. */
    private boolean stalled;
    private @Nullable EndReason end;
    /** True while the subscription is closed, signals wait for a request, and no thread waits with them. */
    private boolean paused;
    /** Completed when there may be room; {@code null} while no thread waits for room. */
    private @Nullable CompletableFuture<Void> room;

    /** @param demand the number of signals that may be taken before the first {@link #request} */
    AsyncSubscription(String subscriber, SubscriberQueueConfig config, AsyncSubscriber callback, long demand,
            World world, BusLink link) {
        this.subscriber = subscriber;
        this.config = config;
        this.callback = callback;
        this.demand = demand;
        this.world = world;
        this.link = link;
        queue = new SubscriberQueue(config);
        thread = unstarted();
    }

    private Thread unstarted() {
        return Thread.ofVirtual().name("waggle-subscriber-" + subscriber).unstarted(this::run);
    }

    /** The bus as a queue sees it. */
    interface BusLink {

        /** Reports a lost signal; called by the dispatching thread. */
        void overflowed(Signal lost, String subscriber, OverflowPolicy policy);

        /** Reports a failure of the subscriber; called by the own thread. */
        void failed(Throwable error, String context);

        /** Removes the subscription from the bus and then ends it; harmless when it is absent. */
        void unsubscribe();

        /** Reports that the own thread makes no further call; called by it. */
        void ended(Thread thread);
    }

    /** Returns the name of the subscriber. */
    public String subscriber() {
        return subscriber;
    }

    /** Returns the number of signals that wait in the queue, from 0 to its capacity. */
    public int waiting() {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of signals that were lost because the queue was full. */
    public long missed() {
        lock.lock();
        try {
            return queue.missed();
        } finally {
            lock.unlock();
        }
    }

    /** Returns a future that is done when the subscriber has received its last call and its thread is ending. */
    public CompletableFuture<Void> completion() {
        return completion.copy();
    }

    /**
     * Ends this subscription: no further signal enters the queue. Those in it are still delivered, and
     * {@link #completion} is done after them. Does not wait for that. Idempotent.
     */
    @Override
    public void close() {
        link.unsubscribe();
    }

    @Override
    public String toString() {
        return "asynchronous subscription of " + subscriber;
    }

    Thread thread() {
        return thread;
    }

    /** Puts a signal in, or applies the policy; true if it is in the queue. Called by the dispatching thread. */
    boolean offer(Signal signal) {
        Signal lost;
        lock.lock();
        try {
            if (config.whenFull() == OverflowPolicy.BLOCK_PUBLISHER) {
                awaitRoom();
            }
            if (end != null) {
                return false;
            }
            lost = queue.add(signal);
            if (lost != null && config.whenFull() == OverflowPolicy.CLOSE) {
                end = EndReason.QUEUE_FULL;
            }
            changed.signal();
        } finally {
            lock.unlock();
        }
        if (lost != null) {
            reportLoss(lost);
        }
        return lost == null || config.whenFull() == OverflowPolicy.DROP_OLDEST;
    }

    /** Lets that many more signals be taken. */
    void request(long signals) {
        boolean goesOn;
        lock.lock();
        try {
            demand = demand + signals < 0 ? Long.MAX_VALUE : demand + signals;
            goesOn = endPause();
        } finally {
            lock.unlock();
        }
        goOn(goesOn);
    }

    private boolean endPause() {
        boolean wasPaused = paused;
        paused = false;
        changed.signal();
        return wasPaused;
    }

    private void goOn(boolean goesOn) {
        if (goesOn) {
            unstarted().start();
        }
    }

    /** Ends the queue for further signals; the first reason counts. */
    void finish(EndReason reason) {
        lock.lock();
        try {
            end = end == null ? reason : end;
            changed.signal();
            releaseRoom();
        } finally {
            lock.unlock();
        }
    }

    /** Discards the signals in the queue, without a report: they are no longer wanted. */
    void discard() {
        boolean goesOn;
        lock.lock();
        try {
            queue.clear();
            goesOn = endPause();
        } finally {
            lock.unlock();
        }
        goOn(goesOn);
    }

    private void reportLoss(Signal lost) {
        if (config.whenFull() == OverflowPolicy.CLOSE) {
            link.unsubscribe();
        }
        link.overflowed(lost, subscriber, config.whenFull());
    }

    /**
     * Waits while the queue is full, and releases the lock meanwhile. An interrupt does not end the wait, because it
     * is meant for the publisher, and the signal for a subscriber. The thread is interrupted again afterwards.
     */
    private void awaitRoom() {
        boolean interrupted = false;
        long limit = world.nanos() + TimeUnit.NANOSECONDS.convert(config.maxBlock());
        while (queue.isFull() && end == null && !stalled) {
            if (world.nanos() - limit < 0) {
                interrupted |= isInterruptedUntil(limit);
            } else {
                stalled = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isInterruptedUntil(long limit) {
        CompletableFuture<Void> awaited = room == null ? new CompletableFuture<>() : room;
        room = awaited;
        lock.unlock();
        try {
            var _ = world.awaitUntil(awaited, limit);
            return false;
        } catch (InterruptedException interruption) {
            return true;
        } finally {
            lock.lock();
        }
    }

    private void releaseRoom() {
        if (room != null) {
            room.complete(null);
            room = null;
        }
    }

    private void run() {
        boolean isOver = true;
        try {
            DeliveryStep next = take();
            while (next instanceof SignalStep(QueueHead head)) {
                deliver(head);
                next = take();
            }
            isOver = next instanceof EndStep;
            if (isOver) {
                call(() -> callback.ended(endReason()));
            }
        } finally {
            link.ended(thread);
            if (isOver) {
                completion.complete(null);
            }
        }
    }

    private void deliver(QueueHead next) {
        if (next.lost() > 0) {
            call(() -> callback.missed(next.lost()));
        }
        Signal signal = next.signal();
        if (signal != null) {
            call(() -> callback.received(signal));
        }
    }

    /** Waits for the next signal, for a gap behind the last one, or for the end. */
    private DeliveryStep take() {
        lock.lock();
        try {
            while (true) {
                if (demand > 0 && !queue.isEmpty()) {
                    return takeSignal();
                }
                if (queue.endsWithGap()) {
                    return new SignalStep(queue.take());
                }
                if (end != null && end != EndReason.QUEUE_FULL && !queue.isEmpty()) {
                    paused = true;
                    return new PauseStep();
                }
                if (end != null) {
                    queue.clear(); // They were not requested before the queue was full.
                    return new EndStep();
                }
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private SignalStep takeSignal() {
        demand = demand == Long.MAX_VALUE ? demand : demand - 1;
        stalled = false;
        releaseRoom();
        return new SignalStep(queue.take());
    }

    private EndReason endReason() {
        lock.lock();
        try {
            return end == null ? EndReason.CLOSED : end;
        } finally {
            lock.unlock();
        }
    }

    /** Calls the subscriber. An interrupt that an earlier call left behind was not meant for this one. */
    private void call(Runnable action) {
        boolean _ = Thread.interrupted();
        try {
            action.run();
        } catch (Throwable error) {
            link.failed(error, CONTEXT + subscriber);
        }
    }

    /** Next thing to do for the own thread. */
    private sealed interface DeliveryStep {}

    /** The subscription is over. */
    private record EndStep() implements DeliveryStep {}

    /** The subscription is closed and the rest was not requested yet. A request goes on, on another thread. */
    private record PauseStep() implements DeliveryStep {}

    /** The next calls of the subscriber. */
    private record SignalStep(QueueHead head) implements DeliveryStep {}
}
