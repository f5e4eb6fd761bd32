package dev.waggle.signal.bus;

import java.util.concurrent.atomic.AtomicLong;

import dev.waggle.signal.Signal;

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

    SubscriberNotifier(BusObserver observer) {
        this.observer = observer;
        this.observesDeliveries = !observer.equals(BusObserver.SILENT);
    }

    void notifySubscribers(BusSubscription[] routes, Signal signal) {
        int served = 0;
        for (BusSubscription route : routes) {
            served += callSubscriber(route, signal) ? 1 : 0;
        }
        delivered.setOpaque(delivered.getPlain() + served);
        failed.setOpaque(failed.getPlain() + routes.length - served);
    }

    private boolean callSubscriber(BusSubscription route, Signal signal) {
        try {
            route.callback().accept(signal);
        } catch (Throwable error) {
            failed(error, "signal-bus.deliver." + route.subscriber());
            return false;
        }
        if (observesDeliveries) {
            delivered(signal, route.subscriber());
        }
        return true;
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
            if (!again.equals(error)) {
                error.addSuppressed(again);
            }
            System.getLogger(BusObserver.class.getName()).log(System.Logger.Level.ERROR,
                    "a bus observer failed while a failure was reported to it", error);
        }
    }

    long delivered() {
        return delivered.getOpaque();
    }

    long failed() {
        return failed.getOpaque();
    }
}
