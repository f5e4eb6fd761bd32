package dev.waggle.signal.bus;

import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/** Publishes signals: takes each one through the intake into the delivery queue and dispatches it. */
final class SignalPublisher {

    private final World world;
    private final int maxWaiting;
    private final ReentrantLock lock;
    private final SignalIntake intake;
    private final DeliveryQueue queue;
    private final SubscriberNotifier notifier;
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
        /** Before the publish returns, unless another thread is delivering; the publisher waits for room. */
        IMMEDIATE,
        /** By a later {@link #deliver}; the publisher never waits. */
        DEFERRED
    }

    /** Appends a signal and delivers it at that time; reports a refused signal to the observer. */
    PublishReceipt publish(Signal signal, Emission emission, DeliveryTiming timing) {
        DeliveryTask first = null;
        DropReason dropped = null;
        lock.lock();
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
        lock.lock();
        unlockAndDispatch(null, DeliveryTiming.IMMEDIATE);
    }

    /** Waits for room. Does not wait in the dispatching thread, which would wait for itself. */
    void requireRoom() {
        lock.lock();
        try {
            requireOpen();
            if (queue.currentDelivery() == null && !awaitRoom()) {
                throw new BusFullException(queueFullMessage());
            }
        } finally {
            unlockAndDispatch(null, DeliveryTiming.IMMEDIATE);
        }
    }

    /** Queues a notice of the bus; omits it when the queue is over capacity or the cascade has no room. */
    void enqueueNotice(String name, DeliveryTiming timing, Runnable telling) {
        DeliveryTask first = null;
        lock.lock();
        try {
            DeliveryTask cause = queue.currentDelivery();
            if (!closed && !queue.isOverCapacity() && (cause == null || cause.hasRoom())) {
                first = enqueue(new BusNotice(cause, name, telling), timing);
            }
        } finally {
            unlockAndDispatch(first, timing);
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
            case IMMEDIATE -> awaitRoom();
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
        boolean isDispatcher = first != null || (timing == DeliveryTiming.IMMEDIATE && queue.claimDispatch());
        lock.unlock();
        if (isDispatcher) {
            queue.dispatch(first);
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
