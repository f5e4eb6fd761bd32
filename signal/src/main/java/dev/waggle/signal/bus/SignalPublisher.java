package dev.waggle.signal.bus;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Publishes signals: takes each one through the intake into the delivery queue and dispatches it.
 *
 * <p>A <i>consumer</i> is the own thread of an asynchronous subscription. The dispatching thread may wait for its
 * queue. So a consumer neither dispatches, but lets a new thread do it, nor waits for room in the delivery queue.
 */
final class SignalPublisher {

    private final World world;
    private final int maxWaiting;
    private final ReentrantLock lock;
    private final SignalIntake intake;
    private final DeliveryQueue queue;
    private final SubscriberNotifier notifier;
    private final Set<Thread> consumers = new HashSet<>();
    private boolean closed;

    SignalPublisher(World world, int maxWaiting, ReentrantLock lock, SignalIntake intake, DeliveryQueue deliveries,
            SubscriberNotifier notifier) {
        this.world = world;
        this.maxWaiting = maxWaiting;
        this.lock = lock;
        this.intake = intake;
        this.queue = deliveries;
        this.notifier = notifier;
    }

    /** Timing of a delivery relative to its publish. */
    enum DeliveryTiming {
        /**
         * Before the publish returns, unless another thread is delivering; the publisher waits for room. It delivers a
         * quota for other threads besides.
         */
        IMMEDIATE,
        /** By a later {@link #deliver}; the publisher never waits. */
        DEFERRED
    }

    /** Appends a signal and delivers it at that time; reports a refused signal to the observer. */
    PublishReceipt publish(Signal signal, Emission emission, DeliveryTiming timing) {
        DeliveryTask first = null;
        DropReason dropped = null;
        lock();
        try {
            requireOpen();
            if (queue.currentDelivery() == null && !hasRoom(timing)) {
                throw intake.refuseFull(signal, queueFullMessage());
            }
            requireOpen();
            Instant now = world.now();
            PublishReceipt refusal = intake.rejection(signal, now);
            if (refusal != null) {
                dropped = refusal instanceof PublishReceipt.Expired ? DropReason.EXPIRED : DropReason.DUPLICATE;
                return refusal;
            }
            SignalDelivery delivery = intake.admit(signal, emission, now, queue.currentDelivery());
            first = enqueue(delivery, timing);
            enqueueDetectorFailure(delivery, timing);
            return new PublishReceipt.Published(delivery.entry(), publishConflict(delivery, now, timing));
        } catch (BusFullException full) {
            dropped = DropReason.FULL;
            throw full;
        } finally {
            unlockAndDispatch(first, timing);
            if (dropped != null) {
                DropReason reason = dropped;
                enqueueNotice(signal.id(), timing, () -> notifier.dropped(signal, reason));
            }
        }
    }

    /** Delivers deferred signals, unless another thread is delivering. */
    void deliver() {
        lock();
        unlockAndDispatch(null, DeliveryTiming.IMMEDIATE);
    }

    /** Waits until nothing waits for delivery, or the bus is closed. Delivers what was deferred. */
    void awaitDelivery() throws InterruptedException {
        do {
            awaitIdle();
        } while (!queue.isIdle());
    }

    private void awaitIdle() throws InterruptedException {
        CompletableFuture<Void> idle;
        lock();
        try {
            if (queue.currentDelivery() != null || isConsumer()) {
                throw new IllegalStateException("a callback must not wait for deliveries, which wait for it");
            }
            idle = queue.nextIdle();
        } finally {
            unlockAndDispatch(null, DeliveryTiming.IMMEDIATE);
        }
        if (!queue.isIdle()) {
            try {
                idle.get();
            } catch (ExecutionException impossible) {
                throw new IllegalStateException("a wait for delivery failed", impossible);
            }
        }
    }

    /** Waits for room. Does not wait in the dispatching thread, which would wait for itself. */
    void requireRoom() {
        lock();
        try {
            requireOpen();
            if (queue.currentDelivery() == null && !hasRoom(DeliveryTiming.IMMEDIATE)) {
                throw new BusFullException(queueFullMessage());
            }
        } finally {
            unlockAndDispatch(null, DeliveryTiming.IMMEDIATE);
        }
    }

    /** Queues a notice of the bus; returns false when the queue is over capacity or the cascade has no room. */
    boolean enqueueNotice(String name, DeliveryTiming timing, Runnable telling) {
        DeliveryTask first = null;
        lock();
        try {
            DeliveryTask cause = queue.currentDelivery();
            if (closed || queue.isOverCapacity() || (cause != null && !cause.hasRoom())) {
                return false;
            }
            first = enqueue(new BusNotice(cause, name, telling), timing);
            return true;
        } finally {
            unlockAndDispatch(first, timing);
        }
    }

    /** Takes the lock of the bus. Refuses a conflict detector, which already runs under it. */
    void lock() {
        lock.lock();
        if (intake.isDetecting()) {
            lock.unlock();
            throw new IllegalStateException("a conflict detector must not change its bus"
                    + "\nMaybe subscribe to SignalType.CONFLICT, and act there.");
        }
    }

    /** <i>Locked.</i> Lets that thread neither dispatch nor wait for room. */
    void addConsumer(Thread thread) {
        consumers.add(thread);
    }

    void removeConsumer(Thread thread) {
        lock.lock();
        try {
            consumers.remove(thread);
        } finally {
            lock.unlock();
        }
    }

    /** <i>Locked.</i> */
    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the bus is closed");
        }
    }

    /** <i>Locked.</i> */
    void close() {
        closed = true;
        queue.close();
    }

    private boolean hasRoom(DeliveryTiming timing) {
        return switch (timing) {
            case IMMEDIATE -> isConsumer() ? !queue.isOverCapacity() : awaitRoom();
            case DEFERRED -> !queue.isOverCapacity();
        };
    }

    private @Nullable LogEntry publishConflict(SignalDelivery delivery, Instant now, DeliveryTiming timing) {
        ConflictPair pair = delivery.conflict();
        if (pair == null) {
            return null;
        }
        DeliveryTask contradiction = intake.admitConflict(delivery, pair, now);
        DeliveryTask _ = enqueue(contradiction, timing);
        return contradiction instanceof SignalDelivery conflict ? conflict.entry() : null;
    }

    private void enqueueDetectorFailure(SignalDelivery delivery, DeliveryTiming timing) {
        Throwable failure = intake.pollDetectorFailure();
        if (failure != null) {
            DeliveryTask _ = enqueue(new BusNotice(delivery, "a conflict detector",
                    () -> notifier.failed(failure, "signal-bus.conflict-detector")), timing);
        }
    }

    /** Queues a delivery. Returns it when the caller has become the dispatching thread and must begin with it. */
    private @Nullable DeliveryTask enqueue(DeliveryTask delivery, DeliveryTiming timing) {
        return switch (timing) {
            case IMMEDIATE -> queue.offer(delivery) ? delivery : null;
            case DEFERRED -> {
                queue.defer(delivery);
                yield null;
            }
        };
    }

    /** Releases the lock, then makes the deliveries of the calling thread. */
    private void unlockAndDispatch(@Nullable DeliveryTask first, DeliveryTiming timing) {
        boolean isDispatcher;
        boolean isConsumer;
        try {
            isDispatcher = first != null || (timing == DeliveryTiming.IMMEDIATE && queue.claimDispatch());
            isConsumer = isDispatcher && isConsumer();
        } finally {
            lock.unlock();
        }
        if (isConsumer) {
            dispatchElsewhere(first);
        } else if (isDispatcher && !queue.dispatch(first)) {
            dispatchElsewhere(null);
        }
    }

    private boolean isConsumer() {
        return !consumers.isEmpty() && consumers.contains(Thread.currentThread());
    }

    /** Lets a new thread dispatch, which continues for as long as there is something to deliver. */
    private void dispatchElsewhere(@Nullable DeliveryTask first) {
        boolean started = false;
        try {
            var _ = Thread.ofVirtual().name("waggle-dispatcher").start(() -> queue.dispatchAll(first));
            started = true;
        } finally {
            if (!started) {
                queue.returnDispatch(first);
            }
        }
    }

    private boolean awaitRoom() {
        try {
            return queue.awaitRoom();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private String queueFullMessage() {
        return "more than " + maxWaiting + " signals wait for delivery\nMaybe a subscriber blocks.";
    }
}
