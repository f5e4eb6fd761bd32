package dev.waggle.signal.bus;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.SubscriberQueueConfig.OverflowPolicy;
import dev.waggle.signal.history.store.EvictedSignal;

/**
 * Invokes subscribers and the observer and contains their exceptions. Used by the dispatching thread only, except for
 * {@link #dropped}.
 */
final class SubscriberNotifier {

    private static final String OBSERVER = "signal-bus.observer";

    private final BusObserver observer;

    /** True if the observer requests a notice of each call. */
    private final boolean observesDeliveries;

    /** Written by the dispatching thread only, read by any thread. */
    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong missed = new AtomicLong();

    private final ReentrantLock lock;

    SubscriberNotifier(BusObserver observer, ReentrantLock lock) {
        this.observer = observer;
        this.lock = lock;
        this.observesDeliveries = !observer.equals(BusObserver.SILENT);
    }

    void notifySubscribers(BusSubscription[] routes, Signal signal) {
        int served = 0;
        int thrown = 0;
        for (BusSubscription route : routes) {
            AsyncSubscription queue = route.queue();
            if (queue != null) {
                served += enqueue(queue, signal) ? 1 : 0;
            } else if (callSubscriber(route, signal)) {
                served++;
            } else {
                thrown++;
            }
        }
        delivered.setOpaque(delivered.getPlain() + served);
        failed.setOpaque(failed.getPlain() + thrown);
    }

    private boolean callSubscriber(BusSubscription route, Signal signal) {
        try {
            route.callback().accept(signal);
        } catch (Throwable error) {
            releaseLock();
            failed(error, "signal-bus.deliver." + route.subscriber());
            return false;
        }
        if (observesDeliveries) {
            delivered(signal, route.subscriber());
        }
        return true;
    }

    /**
     * Releases the lock of the bus, which no thread holds behind a call of a subscriber. One whose stack was full in the
     * middle of a publish had no room to release it.
     */
    void releaseLock() {
        while (lock.isHeldByCurrentThread()) {
            lock.unlock();
        }
    }

    /** Returns true if the signal is in the queue; a lost one has been reported then. */
    private boolean enqueue(AsyncSubscription queue, Signal signal) {
        if (!queue.offer(signal)) {
            return false;
        }
        if (observesDeliveries) {
            delivered(signal, queue.subscriber());
        }
        return true;
    }

    void overflowed(Signal lost, String subscriber, OverflowPolicy policy) {
        missed.setOpaque(missed.getPlain() + 1);
        try {
            observer.overflowed(lost, subscriber, policy);
        } catch (Throwable error) {
            failed(error, OBSERVER);
        }
    }

    /** Counts and reports the failure of an asynchronous subscriber. */
    void subscriberFailed(Throwable error, String context) {
        failed.setOpaque(failed.getPlain() + 1);
        failed(error, context);
    }

    private void delivered(Signal signal, String subscriber) {
        try {
            observer.delivered(signal, subscriber);
        } catch (Throwable error) {
            failed(error, OBSERVER);
        }
    }

    void conflict(ConflictPair pair) {
        try {
            observer.conflict(pair);
        } catch (Throwable error) {
            failed(error, OBSERVER);
        }
    }

    void emitted(Signal signal) {
        try {
            observer.emitted(signal);
        } catch (Throwable error) {
            failed(error, OBSERVER);
        }
    }

    void evicted(EvictedSignal departure) {
        if (departure.isExpired()) {
            expired(departure.signal());
            return;
        }
        try {
            observer.evicted(departure.signal());
        } catch (Throwable error) {
            failed(error, OBSERVER);
        }
    }

    void expired(Signal signal) {
        try {
            observer.expired(signal);
        } catch (Throwable error) {
            failed(error, OBSERVER);
        }
    }

    void dropped(Signal signal, DropReason reason) {
        try {
            observer.dropped(signal, reason);
        } catch (Throwable error) {
            failed(error, OBSERVER);
        }
    }

    void failed(Throwable error, String context) {
        try {
            observer.failed(error, context);
        } catch (Throwable again) {
            RuntimeException both = new IllegalStateException("an observer failed", error);
            both.addSuppressed(again);
            System.getLogger(BusObserver.class.getName()).log(System.Logger.Level.ERROR,
                    "a bus observer failed while a failure was reported to it", both);
        }
    }

    long delivered() {
        return delivered.getOpaque();
    }

    long failed() {
        return failed.getOpaque();
    }

    long missed() {
        return missed.getOpaque();
    }
}
